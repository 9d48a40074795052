import type { MediaQueueState } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { whole } from '@/lib/numbers';
import { useQueues } from '../api/backups';

const states = ['waiting', 'active', 'delayed', 'failed'] as const;

function Queues({ queues }: { queues: readonly MediaQueueState[] }) {
  const { t } = useTranslation('backup');
  return (
    <ul>
      {queues.map((queue) => (
        <li key={queue.name} className="border-b border-line py-3 last:border-0">
          <h3 className="font-medium">{t(`queues.names.${queue.name}`)}</h3>
          <dl className="mt-1 grid grid-cols-2 gap-x-6 gap-y-1 text-sm">
            {states.map((state) => (
              <div key={state} className="flex justify-between gap-2">
                <dt className="text-ink-2">{t(`queues.${state}`)}</dt>
                <dd className="tabular-nums">{whole(queue[state])}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
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
