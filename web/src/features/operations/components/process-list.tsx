import type { OpsOverview, ProcessHealth, QueueState } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { DataTable } from '@/components/ui/data-table';
import { formatClock, useDates } from '@/lib/dates';

const tones = { ready: 'green', notReady: 'amber', silent: 'red' } as const;
const order = ['silent', 'notReady', 'ready'];
const rank = ({ state }: ProcessHealth) => order.indexOf(state);

/** The processes of the product; those that need attention come first. */
export function ProcessList({ processes }: { processes: readonly ProcessHealth[] }) {
  const { t } = useTranslation('operations');
  const { formatDateTime } = useDates();
  const rows = [...processes].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  const bad = processes.filter(({ state }) => state !== 'ready').length;
  const stateOf = ({ state, dependencies }: ProcessHealth) => {
    const names = dependencies.filter(({ isUp }) => !isUp).map(({ name }) => name);
    return (
      <>
        <Badge tone={tones[state]}>{t(`process.state.${state}`)}</Badge>
        {names.length > 0 && (
          <p className="text-danger">{t('process.away', { names: names.join(', ') })}</p>
        )}
      </>
    );
  };
  return (
    <>
      <p className={bad > 0 ? 'font-semibold text-danger' : 'text-ink-2'}>
        {bad > 0 ? t('process.bad', { count: bad }) : t('process.good', { count: rows.length })}
      </p>
      {rows.length > 0 && (
        <DataTable
          isDense
          label={t('process.name')}
          rows={rows}
          toKey={({ name, instance }) => `${name} ${instance}`}
          columns={[
            { title: t('process.name'), value: ({ name }) => name },
            { title: t('process.status'), isText: true, value: rank, cell: stateOf },
            { title: t('process.instance'), isText: true, isMinor: true, value: (p) => p.instance },
            {
              title: t('process.since'),
              isMinor: true,
              value: ({ startedAt }) => startedAt,
              cell: ({ startedAt }) => formatDateTime(startedAt),
            },
            { title: t('process.seen'), cell: ({ lastSeenAt }) => formatClock(lastSeenAt) },
          ]}
        />
      )}
    </>
  );
}

const counts = ['waiting', 'active', 'delayed', 'failed'] as const;
const isBusy = (queue: QueueState) => counts.some((count) => queue[count] > 0);

/** How many jobs or messages are in each queue, with a notice about those that could not be read. */
export function QueueList({ queues, unknown = [] }: Pick<OpsOverview, 'queues' | 'unknown'>) {
  const { t } = useTranslation('operations');
  const unread = (['jobQueues', 'eventQueues'] as const).filter((part) => unknown.includes(part));
  const busy = queues.filter(isBusy);
  const empty = queues.filter((queue) => !isBusy(queue));
  const toName = ({ name, kind }: QueueState) => `${name} (${t(`queue.kind.${kind}`)})`;
  return (
    <>
      {unread.map((part) => (
        <p key={part} className="text-caution">
          {t(`queue.unknown.${part}`)}
        </p>
      ))}
      {busy.length > 0 && (
        <DataTable
          isDense
          label={t('queue.name')}
          rows={busy}
          toKey={toName}
          columns={[
            { title: t('queue.name'), value: toName },
            ...counts.map((count) => ({
              title: t(`queue.${count}`),
              value: (queue: QueueState) => queue[count],
            })),
          ]}
        />
      )}
      {empty.length > 0 && (
        <details>
          <summary className="w-fit rounded-sm font-semibold text-accent coarse:py-2">
            {t('queue.empty', { count: empty.length })}
          </summary>
          <p className="mt-2 text-sm wrap-anywhere text-ink-2">{empty.map(toName).join(', ')}</p>
        </details>
      )}
      {queues.length === 0 && unread.length === 0 && (
        <p className="text-ink-2">{t('queue.none')}</p>
      )}
    </>
  );
}
