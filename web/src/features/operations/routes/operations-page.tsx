import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { Warnings } from '@/components/warnings';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { toServerTime } from '@/lib/clock';
import { formatClock } from '@/lib/dates';
import { useOverview } from '@/lib/overview';
import {
  BackupCard,
  CertificateCard,
  DeadLettersCard,
  DeploymentCard,
  MailCard,
  OverviewCard,
} from '../components/overview-cards';
import { ProcessList, QueueList } from '../components/process-list';
import { SamplesCard } from '../components/samples-card';

function Overview() {
  const { t } = useTranslation('operations');
  const { data, isPending, isError, error, refetch, dataUpdatedAt } = useOverview();
  if (isPending) return <Skeleton className="h-96" />;
  if (!data) return <ErrorState title={t('failed')} query={{ error, refetch }} />;
  const { ops, backup, deployment } = data;
  const when = formatClock(new Date(toServerTime(dataUpdatedAt)).toISOString());
  return (
    <div className="flex flex-col gap-6">
      {isError && <Notice tone="caution">{t('stale', { when })}</Notice>}
      <Warnings warnings={ops?.warnings} />
      <div className="grid gap-6 md:grid-cols-2">
        <DeadLettersCard ops={ops} />
        <CertificateCard ops={ops} />
        <BackupCard backup={backup} />
        <DeploymentCard deployment={deployment} />
        <MailCard ops={ops} />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <OverviewCard title={t('process.title')} isUnavailable={ops === undefined}>
          {ops && <ProcessList processes={ops.processes} />}
        </OverviewCard>
        <OverviewCard title={t('queue.title')} isUnavailable={ops === undefined}>
          {ops && <QueueList queues={ops.queues} unknown={ops.unknown} />}
        </OverviewCard>
      </div>
      <p className="text-sm text-ink-3 tabular-nums">{t('asked', { when })}</p>
    </div>
  );
}

/** The state of the installation, reloaded every ten seconds. */
export default function OperationsPage() {
  const { t } = useTranslation('operations');
  return (
    <Page needs="admin" title={t('title')} intro={t('intro')}>
      <div className="flex flex-col gap-6">
        <Overview />
        <SamplesCard />
      </div>
    </Page>
  );
}
