import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { Loaded } from '@/components/ui/loaded';
import { Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { toServerTime } from '@/lib/clock';
import { useCompleteBackup, useOverview } from '@/lib/overview';
import { formatClock } from '@/lib/dates';
import { ProcessList, QueueList } from '../components/process-list';
import { SamplesSection } from '../components/samples-section';
import { Attention, StatusRows } from '../components/status';

function Status() {
  const { t } = useTranslation('operations');
  const query = useOverview();
  const complete = useCompleteBackup();
  const when = formatClock(new Date(toServerTime(query.dataUpdatedAt)).toISOString());
  // Both come at once, so that nothing moves.
  const isPending = query.isPending || complete.isPending;
  const away = <p className="text-caution">{t('away')}</p>;
  const look = { headingClass: 'text-lg', className: 'flex min-w-0 flex-col gap-2' };
  return (
    <Loaded query={{ ...query, isPending }} failed={t('failed')} height="h-dvh">
      {(overview) => (
        <div className="flex flex-col gap-6">
          {query.isError && <Notice tone="caution">{t('stale', { when })}</Notice>}
          <Attention overview={overview} complete={complete.data} />
          <StatusRows overview={overview} complete={complete.data} />
          <div className="grid items-start gap-8 lg:grid-cols-2">
            <Section id="processes" title={t('process.title')} {...look}>
              {overview.ops ? <ProcessList processes={overview.ops.processes} /> : away}
            </Section>
            <Section id="queues" title={t('queue.title')} {...look}>
              {overview.ops ? (
                <QueueList queues={overview.ops.queues} unknown={overview.ops.unknown} />
              ) : (
                away
              )}
            </Section>
          </div>
          <p className="text-sm text-ink-3 tabular-nums">{t('asked', { when })}</p>
        </div>
      )}
    </Loaded>
  );
}

/** The state of the installation, reloaded every ten seconds. */
export default function OperationsPage() {
  const { t } = useTranslation('operations');
  return (
    <Page needs="admin" title={t('title')} intro={t('intro')}>
      <div className="flex flex-col gap-8">
        <Status />
        <SamplesSection />
      </div>
    </Page>
  );
}
