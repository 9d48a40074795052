import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessGate } from '@/components/layout/access-gate';
import { Page } from '@/components/layout/page';
import { TestModeBanner } from '@/components/test-mode-banner';
import { LinkButton } from '@/components/ui/button';
import { EmptyState, ErrorState, Notice } from '@/components/ui/notice';
import { Pagination } from '@/components/ui/pagination';
import { Skeleton } from '@/components/ui/progress';
import { useConfig, useSession } from '@/lib/session';
import { hasOpenRefundRequest, useOrders } from '../api/orders';
import { OrderRow } from '../components/order-row';

function Orders() {
  const { t } = useTranslation('billing');
  const [page, setPage] = useState(1);
  const query = useOrders(page);
  if (query.isPending) return <Skeleton className="h-96" />;
  if (query.isError) return <ErrorState title={t('orders.failed')} query={query} />;
  const { items, pages } = query.data;
  if (items.length === 0 && pages === 1)
    return <EmptyState title={t('orders.none')}>{t('orders.noneHint')}</EmptyState>;
  const waiting = items.filter(hasOpenRefundRequest).length;
  return (
    <>
      {waiting > 0 && <Notice tone="caution">{t('orders.waiting', { count: waiting })}</Notice>}
      <ul aria-busy={query.isPlaceholderData}>
        {items.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      {pages > 1 && <Pagination page={page} pages={pages} onPage={setPage} className="mt-6" />}
    </>
  );
}

/** All orders with their state and a refund button. */
export default function OrdersPage() {
  const { t } = useTranslation(['billing', 'common']);
  const session = useSession();
  const mode = useConfig()?.payments.mode;
  return (
    <Page
      title={t('orders.title')}
      intro={t('orders.intro')}
      actions={
        session.isAdmin && <LinkButton to="/admin-pricing">{t('common:header.pricing')}</LinkButton>
      }
    >
      <AccessGate needs="admin">
        <TestModeBanner mode={mode} className="mb-6" />
        <Orders />
      </AccessGate>
    </Page>
  );
}
