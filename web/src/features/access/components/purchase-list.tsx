import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { LinkButton } from '@/components/ui/link-button';
import { Skeleton } from '@/components/ui/skeleton';
import { useSession } from '@/lib/session';
import { purchasesQuery } from '../api/purchases';
import { PurchaseRow } from './purchase-row';

function NothingBought() {
  const { t } = useTranslation('access');
  return (
    <EmptyState
      title={t('list.empty')}
      action={
        <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
          <LinkButton to="/hourly-access" reloadDocument look="primary">
            {t('list.hourly')}
          </LinkButton>
          <LinkButton to="/subscribe" reloadDocument look="link">
            {t('list.premium')}
          </LinkButton>
          <LinkButton to="/payment" reloadDocument look="link">
            {t('list.professional')}
          </LinkButton>
        </div>
      }
    >
      {t('list.emptyText')}
    </EmptyState>
  );
}

/** All that this browser holds or has held. */
export function PurchaseList() {
  const { t } = useTranslation('access');
  // Asking who the reader is begins what was paid for; the list is right after that.
  const { isPending: isAsking, isAdmin, refetch: askAgain } = useSession();
  const { data, error, isPending, refetch } = useQuery({ ...purchasesQuery, enabled: !isAsking });
  const unclaimed = data?.filter(({ state }) => state === 'unclaimed').map(({ id }) => id);
  const waiting = isAdmin ? '' : (unclaimed ?? []).join();

  useEffect(() => {
    // What was paid for while this page was open begins here too, once.
    if (waiting) void askAgain().then(() => refetch());
  }, [waiting, askAgain, refetch]);

  if (isPending) return <Skeleton className="h-40" />;
  if (!data)
    return <ErrorState error={error} title={t('list.failed')} onRetry={() => void refetch()} />;
  if (data.length === 0) return <NothingBought />;
  return (
    <section aria-labelledby="purchases">
      <h2 id="purchases" className="mb-3 text-xl">
        {t('list.title')}
      </h2>
      <ul>
        {data.map((purchase) => (
          <PurchaseRow key={purchase.id} purchase={purchase} />
        ))}
      </ul>
    </section>
  );
}
