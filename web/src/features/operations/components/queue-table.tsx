import type { QueueState } from '@ctdb/contracts';
import { useTranslation } from '@/i18n/use-translation';
import { whole } from '@/lib/numbers';

const counts = ['waiting', 'active', 'delayed', 'failed'] as const;

/** What waits where. It scrolls by itself on a phone, never the page. */
export function QueueTable({ queues }: { queues: readonly QueueState[] }) {
  const { t } = useTranslation('operations');
  if (queues.length === 0) return <p className="text-ink-2">{t('queue.none')}</p>;
  return (
    <div
      role="region"
      aria-label={t('queue.title')}
      tabIndex={0}
      className="max-w-full overflow-x-auto"
    >
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-start text-ink-2">
            <th scope="col" className="py-2 pe-4 text-start font-semibold">
              {t('queue.name')}
            </th>
            {counts.map((count) => (
              <th key={count} scope="col" className="px-2 py-2 text-end font-semibold last:pe-0">
                {t(`queue.${count}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queues.map(({ name, kind, ...numbers }) => (
            <tr key={`${kind} ${name}`} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-2 pe-4 text-start font-normal">
                <span className="block min-w-32 wrap-anywhere">{name}</span>
                <span className="text-ink-3">{t(`queue.kind.${kind}`)}</span>
              </th>
              {counts.map((count) => (
                <td
                  key={count}
                  className={`px-2 py-2 text-end last:pe-0 ${
                    count === 'failed' && numbers.failed > 0 ? 'font-semibold text-danger' : ''
                  }`}
                >
                  {whole(numbers[count])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
