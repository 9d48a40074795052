import type { OpsOverview, ProcessHealth } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { useLanguage } from '@/lib/language';
import { formatClock, formatDateTime } from '@/lib/dates';
import { formatInteger } from '@/lib/numbers';

const tones = { ready: 'green', notReady: 'amber', silent: 'red' } as const;

function Process({ process }: { process: ProcessHealth }) {
  const { t } = useTranslation('operations');
  const language = useLanguage();
  const { name, instance, state, startedAt, lastSeenAt, dependencies } = process;
  const unreachable = dependencies.filter(({ isUp }) => !isUp).map((one) => one.name);
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{name}</span>
        <Badge tone={tones[state]}>{t(`process.state.${state}`)}</Badge>
        <span className="min-w-0 text-sm wrap-anywhere text-ink-3">{instance}</span>
      </p>
      {unreachable.length > 0 && (
        <p className="text-sm text-danger">
          {t('process.away', { names: unreachable.join(', ') })}
        </p>
      )}
      <p className="text-sm text-ink-3 tabular-nums">
        {t('process.since', { when: formatDateTime(startedAt, language) })} ·{' '}
        {t('process.seen', { when: formatClock(lastSeenAt) })}
      </p>
    </li>
  );
}

/** The processes of the product; those that need attention come first. */
export function ProcessList({ processes }: { processes: readonly ProcessHealth[] }) {
  const { t } = useTranslation('operations');
  const order = ['silent', 'notReady', 'ready'];
  const sorted = [...processes].sort(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.name.localeCompare(b.name),
  );
  const bad = processes.filter(({ state }) => state !== 'ready').length;
  return (
    <>
      <p className={bad > 0 ? 'font-semibold text-danger' : 'text-ink-2'}>
        {bad > 0
          ? t('process.bad', { count: bad })
          : t('process.good', { count: processes.length })}
      </p>
      <ul>
        {sorted.map((process) => (
          <Process key={`${process.name} ${process.instance}`} process={process} />
        ))}
      </ul>
    </>
  );
}

const counts = ['waiting', 'active', 'delayed', 'failed'] as const;

/** The number of messages and jobs in each queue. */
function States({ queues }: Pick<OpsOverview, 'queues'>) {
  const { t } = useTranslation('operations');
  return (
    <ul>
      {queues.map(({ name, kind, ...numbers }) => (
        <li key={`${kind} ${name}`} className="border-b border-line py-2 text-sm last:border-0">
          <h3 className="flex flex-wrap gap-x-2 text-base font-normal">
            <span className="wrap-anywhere">{name}</span>
            <span className="text-ink-3">{t(`queue.kind.${kind}`)}</span>
          </h3>
          <dl className="mt-1 grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-4">
            {counts.map((count) => (
              <div key={count} className="flex flex-wrap justify-between gap-x-2">
                <dt className="text-ink-2">{t(`queue.${count}`)}</dt>
                <dd
                  className={`tabular-nums ${
                    count === 'failed' && numbers.failed > 0 ? 'font-semibold text-danger' : ''
                  }`}
                >
                  {formatInteger(numbers[count])}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** The queues, with a notice about those that could not be read. */
export function QueueList({ queues, unknown = [] }: Pick<OpsOverview, 'queues' | 'unknown'>) {
  const { t } = useTranslation('operations');
  const unread = (['jobQueues', 'eventQueues'] as const).filter((part) => unknown.includes(part));
  return (
    <>
      {unread.map((part) => (
        <p key={part} className="text-caution">
          {t(`queue.unknown.${part}`)}
        </p>
      ))}
      {queues.length > 0 && <States queues={queues} />}
      {queues.length === 0 && unread.length === 0 && (
        <p className="text-ink-2">{t('queue.none')}</p>
      )}
    </>
  );
}
