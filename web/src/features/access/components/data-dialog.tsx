import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { useLanguage } from '@/i18n/language';
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
  /** Before the field. */
  children?: ReactNode;
}

function DataForm({ action, onClose, children }: Omit<DataDialogProps, 'open'>) {
  const { t } = useTranslation(['access', 'common']);
  const language = useLanguage();
  const code = useCodeFields();
  const { mutate, error, isPending } = useDataAction(action);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!code.isComplete()) return;
    mutate(code.typed, {
      onSuccess: ({ eraseAt }) => {
        if (eraseAt)
          toast.success(t('access:data.planned', { date: formatDate(eraseAt, language) }));
        onClose();
      },
      onError: code.onError,
    });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {children}
      {code.fields}
      {error && !isCode(error, 'ADDRESS_REQUIRED') && (
        <CodeFailed
          title={t(`access:data.${action}.failed`)}
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
