import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { useLanguage } from '@/lib/language';
import { isCode } from '@/lib/api';
import { formatDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { type DataAction, useDataAction } from '../api/practice-data';
import { useCodeFields } from './code-fields';
import { CodeFailed } from './code-messages';

interface DataDialogProps {
  action: DataAction;
  open: boolean;
  onClose: () => void;
}

const consequences = ['stays', 'until', 'mail'] as const;

function DataForm({ action, onClose }: Omit<DataDialogProps, 'open'>) {
  const { t } = useTranslation(['access', 'common']);
  const language = useLanguage();
  const code = useCodeFields();
  const { mutate, error, isPending, variables } = useDataAction();

  const run = (requested: DataAction) => {
    if (!code.isComplete()) return;
    mutate(
      { action: requested, body: code.typed },
      {
        onSuccess: ({ eraseAt }) => {
          if (eraseAt)
            toast.success(t('access:data.planned', { date: formatDate(eraseAt, language) }));
          if (requested === action) onClose();
        },
        onError: code.onError,
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(action);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {action === 'erase' && (
        <ul className="flex list-disc flex-col gap-2 ps-5">
          {consequences.map((name) => (
            <li key={name}>{t(`access:data.erase.${name}`)}</li>
          ))}
        </ul>
      )}
      {code.fields}
      {action === 'erase' && (
        <Button
          variant="link"
          className="self-start"
          pending={isPending}
          onClick={() => run('save')}
        >
          {t('access:data.erase.saveFirst')}
        </Button>
      )}
      {error && !isCode(error, 'ADDRESS_REQUIRED') && (
        <CodeFailed
          title={t(`access:data.${variables.action}.failed`)}
          error={error}
          secondsLeft={code.secondsLeft}
          unknown={t('access:data.unknownCode')}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
        <Button
          type="submit"
          variant={action === 'erase' ? 'danger' : 'primary'}
          pending={isPending}
          disabled={code.secondsLeft > 0}
        >
          {t(`access:data.${action}.action`)}
        </Button>
      </div>
    </form>
  );
}

/** Asks for an access code before all data is saved or its erasure is planned. */
export function DataDialog({ open, ...form }: DataDialogProps) {
  const { t } = useTranslation('access');
  const { action, onClose } = form;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`data.${action}.title`)}
      description={t(`data.${action}.text`)}
    >
      <DataForm {...form} />
    </Dialog>
  );
}
