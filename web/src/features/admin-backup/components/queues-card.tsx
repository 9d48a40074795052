import type { MediaQueueState } from '@ctdb/contracts';
import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { useTranslation } from '@/i18n/use-translation';
import { whole } from '@/lib/numbers';
import { useQueues } from '../api/backups';

const states = ['waiting', 'active', 'delayed', 'failed'] as const;

function Queues({ queues }: { queues: readonly MediaQueueState[] }) {
  const { t } = useTranslation('backup');
  return (
    <table className="w-full border-collapse text-sm wrap-anywhere">
      <thead>
        <tr className="border-b border-line text-left align-bottom text-ink-2">
          <th scope="col" className="py-2 pr-2 font-medium">
            {t('queues.name')}
          </th>
          {states.map((state) => (
            <th key={state} scope="col" className="py-2 pl-2 text-right font-medium">
              {t(`queues.${state}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {queues.map((queue) => (
          <tr key={queue.name} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 pr-2 text-left font-normal">
              {t(`queues.names.${queue.name}`)}
            </th>
            {states.map((state) => (
              <td key={state} className="py-2 pl-2 text-right tabular-nums">
                {whole(queue[state])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What waits to be done, and what is being done. */
export function QueuesCard() {
  const { t } = useTranslation('backup');
  const { data, isError, error, refetch } = useQueues();
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-lg">{t('queues.title')}</h2>
      {data && <Queues queues={data.queues} />}
      {!data && isError && (
        <ErrorState title={t('queues.failedToLoad')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton className="h-28" />}
    </Card>
  );
}
