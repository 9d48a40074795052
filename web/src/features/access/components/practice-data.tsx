import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '@/components/confirm-button';
import { DialogButton } from '@/components/dialog-button';
import { Button } from '@/components/ui/button';
import { Form, FormActions } from '@/components/ui/form';
import { Loaded } from '@/components/ui/loaded';
import { Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { call, isCode, routes } from '@/lib/api';
import { download } from '@/lib/api/download';
import { saveFile } from '@/lib/api/save-file';
import { useKeptFocus } from '@/lib/focus';
import { useDates } from '@/lib/dates';
import { useReloadAfter } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { erasureQuery } from '../api/purchases';
import { CodeFailed, useCodeFields } from './code-fields';

/** When all data will be erased, if that is planned, and the button that takes it back. */
export function PlannedErasure() {
  const { t } = useTranslation('access');
  const reloadAfter = useReloadAfter({ queryKey: erasureQuery.queryKey });
  const { formatDate } = useDates();
  const { eraseAt, backupsUntil } = useQuery(erasureQuery).data ?? {};
  const kept = useKeptFocus<HTMLDivElement>(eraseAt);
  if (!eraseAt) return null;
  const takeBack = async () => {
    await reloadAfter(call(routes.cancelErasure));
    toast.success(t('data.takenBack'));
  };
  return (
    <Notice {...kept} tone="caution">
      <p className="mb-3">
        <span>{t('data.planned', { date: formatDate(eraseAt) })}</span>{' '}
        {backupsUntil && <span>{t('data.backupsUntil', { date: formatDate(backupsUntil) })}</span>}
      </p>
      <ActionButton failed={t('data.takeBackFailed')} run={takeBack}>
        {t('data.takeBack')}
      </ActionButton>
    </Notice>
  );
}

/** What a buyer does with all data, by access code. */
type DataAction = 'save' | 'erase';

const consequences = ['stays', 'until', 'mail'] as const;

function DataForm({ action, onClose }: { action: DataAction; onClose: () => void }) {
  const { t } = useTranslation('access');
  const { formatDate } = useDates();
  const code = useCodeFields();
  const client = useQueryClient();
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: async (requested: DataAction) => {
      const body = code.typed;
      if (requested === 'save') {
        saveFile(await download(routes.exportPracticeData, { body }));
        return;
      }
      const state = await call(routes.requestErasure, { body });
      client.setQueryData(erasureQuery.queryKey, state);
      const { eraseAt } = state;
      if (eraseAt) toast.success(t('data.planned', { date: formatDate(eraseAt) }));
    },
    onError: (failure) => code.onError(failure),
  });
  const run = (requested: DataAction) => {
    if (!code.isComplete()) return;
    mutate(requested, { onSuccess: () => requested === action && onClose() });
  };
  return (
    <Form onSubmit={() => run(action)}>
      {action === 'erase' && (
        <ul className="flex list-disc flex-col gap-2 ps-5">
          {consequences.map((name) => (
            <li key={name}>{t(`data.erase.${name}`)}</li>
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
          {t('data.erase.saveFirst')}
        </Button>
      )}
      {error && !isCode(error, 'ADDRESS_REQUIRED') && (
        <CodeFailed
          title={t(`data.${variables}.failed`)}
          error={error}
          secondsLeft={code.secondsLeft}
          unknown={t('data.unknownCode')}
        />
      )}
      <FormActions
        isSaving={isPending}
        save={t(`data.${action}.action`)}
        variant={action === 'erase' ? 'danger' : 'primary'}
        disabled={code.secondsLeft > 0}
        onCancel={onClose}
      />
    </Form>
  );
}

/** All that the buyer has written: to save and to erase, by access code. */
export function PracticeData() {
  const { t } = useTranslation('access');
  const query = useQuery(erasureQuery);
  return (
    <Section id="data" title={t('data.title')} headingClass="mb-1 text-xl">
      <p className="mb-4 text-ink-2">{t('data.text')}</p>
      <Loaded query={query} failed={t('data.failed')} height="h-10">
        {({ eraseAt }) => (
          <div className="flex flex-wrap gap-3">
            {(['save', 'erase'] as const).map((action) => (
              <DialogButton
                key={action}
                variant={action === 'save' ? 'secondary' : 'quiet'}
                // Its dialog is still there when the erasure has been planned.
                hidden={action === 'erase' && eraseAt !== undefined}
                action={
                  <>
                    {action === 'save' && <Download aria-hidden />}
                    {t(`data.${action}.action`)}
                  </>
                }
                title={t(`data.${action}.title`)}
                description={t(`data.${action}.text`)}
              >
                {(close) => <DataForm action={action} onClose={close} />}
              </DialogButton>
            ))}
          </div>
        )}
      </Loaded>
    </Section>
  );
}
