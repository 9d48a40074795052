import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { Section } from '@/components/ui/section';
import { useRunAction } from '@/lib/run-action';
import { useLanguage } from '@/lib/language';
import { formatDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { type DataAction, erasureQuery, useCancelErasure } from '../api/practice-data';
import { DataDialog } from './data-dialog';

/** When all data will be erased, if that is planned, and the button that takes it back. */
export function PlannedErasure() {
  const { t } = useTranslation('access');
  const runAction = useRunAction();
  const language = useLanguage();
  const { eraseAt, backupsUntil } = useQuery(erasureQuery).data ?? {};
  const { mutateAsync, isPending } = useCancelErasure();
  if (!eraseAt) return null;
  const takeBack = () =>
    runAction(t('data.takeBackFailed'), async () => {
      await mutateAsync();
      toast.success(t('data.takenBack'));
    });
  return (
    <Notice tone="caution">
      <p className="mb-3">
        {t('data.planned', { date: formatDate(eraseAt, language) })}{' '}
        {backupsUntil && (
          <span>{t('data.backupsUntil', { date: formatDate(backupsUntil, language) })}</span>
        )}
      </p>
      <Button pending={isPending} onClick={() => void takeBack()}>
        {t('data.takeBack')}
      </Button>
    </Notice>
  );
}

function Actions({ isPlanned }: { isPlanned: boolean }) {
  const { t } = useTranslation('access');
  const [shown, show] = useState<DataAction>();
  const close = () => show(undefined);
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => show('save')}>
        <Download aria-hidden />
        {t('data.save.action')}
      </Button>
      {!isPlanned && (
        <Button variant="quiet" onClick={() => show('erase')}>
          {t('data.erase.action')}
        </Button>
      )}
      <DataDialog action="save" open={shown === 'save'} onClose={close} />
      <DataDialog action="erase" open={shown === 'erase'} onClose={close} />
    </div>
  );
}

/** All that the buyer has written: to save and to erase. */
export function PracticeData() {
  const { t } = useTranslation('access');
  const query = useQuery(erasureQuery);
  return (
    <Section id="data" title={t('data.title')} headingClass="mb-1 text-xl">
      <p className="mb-4 text-ink-2">{t('data.text')}</p>
      {query.isPending && <Skeleton className="h-10" />}
      {query.isError && <ErrorState title={t('data.failed')} query={query} />}
      {query.data && <Actions isPlanned={query.data.eraseAt !== undefined} />}
    </Section>
  );
}
