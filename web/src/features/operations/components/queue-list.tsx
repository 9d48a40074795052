import type { OpsOverview } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { whole } from '@/lib/numbers';

const counts = ['waiting', 'active', 'delayed', 'failed'] as const;

/** What waits where. */
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
                  {whole(numbers[count])}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** The queues, and which of them cannot be told. */
export function QueueList({ queues, unknown = [] }: Pick<OpsOverview, 'queues' | 'unknown'>) {
  const { t } = useTranslation('operations');
  const isCut = unknown.includes('jobQueues');
  return (
    <>
      {isCut && <p className="text-caution">{t('queue.jobsUnknown')}</p>}
      {queues.length > 0 && <States queues={queues} />}
      {queues.length === 0 && !isCut && <p className="text-ink-2">{t('queue.none')}</p>}
    </>
  );
}
