import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { TestModeBanner } from '@/components/test-mode-banner';
import { EmptyState, ErrorState, Notice } from '@/components/ui/notice';
import { Pagination } from '@/components/ui/pagination';
import { Skeleton } from '@/components/ui/progress';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useRefundRequestCount } from '@/lib/orders';
import { useConfig } from '@/lib/session';
import { useOrders } from '../api/orders';
import { MonthExport } from '../components/month-export';
import { OrderRow } from '../components/order-row';

const views = ['all', 'requested'] as const;
type View = (typeof views)[number];

function OrderList({ view }: { view: View }) {
  const { t } = useTranslation('billing');
  const [page, setPage] = useState(1);
  const query = useOrders(view === 'requested', page);
  if (query.isPending) return <Skeleton className="h-96" />;
  if (query.isError) return <ErrorState title={t('orders.failed')} query={query} />;
  const { items, pages, total } = query.data;
  if (total === 0)
    return <EmptyState title={t(`orders.none.${view}`)}>{t(`orders.noneHint.${view}`)}</EmptyState>;
  // After the last request of the last page is answered, show the new last page.
  const shown = Math.min(page, pages);
  if (shown !== page) setPage(shown);
  return (
    <>
      <ul aria-busy={query.isPlaceholderData}>
        {items.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      {pages > 1 && <Pagination page={shown} pages={pages} onPage={setPage} className="mt-6" />}
    </>
  );
}

function Orders() {
  const { t } = useTranslation('billing');
  const [search, setSearch] = useSearchParams();
  const waiting = useRefundRequestCount();
  const chosen = views.find((one) => one === search.get('view')) ?? 'all';
  return (
    <>
      {waiting > 0 && (
        <Notice tone="caution" className="mb-6">
          {t('orders.waiting', { count: waiting })}
        </Notice>
      )}
      <Tabs value={chosen} onValueChange={(view) => setSearch({ view }, { replace: true })}>
        <TabList aria-label={t('orders.views.label')}>
          {views.map((view) => (
            <Tab key={view} value={view}>
              {t(`orders.views.${view}`)}
            </Tab>
          ))}
        </TabList>
        {views.map((view) => (
          <TabPanel key={view} value={view}>
            <OrderList view={view} />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}

/** All orders with their state and a refund button. */
export default function OrdersPage() {
  const { t } = useTranslation('billing');
  const mode = useConfig()?.payments.mode;
  return (
    <Page needs="admin" title={t('orders.title')} intro={t('orders.intro')}>
      <TestModeBanner mode={mode} className="mb-6" />
      <Orders />
      <MonthExport />
    </Page>
  );
}
