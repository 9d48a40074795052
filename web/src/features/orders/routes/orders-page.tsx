import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { TestModeBanner } from '@/components/test-mode-banner';
import { EmptyState, Notice } from '@/components/ui/notice';
import { PagedList } from '@/components/ui/paged-list';
import { ViewTabs } from '@/components/ui/view-tabs';
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
  return (
    <PagedList
      query={query}
      page={page}
      onPage={setPage}
      failed={t('orders.failed')}
      empty={
        <EmptyState title={t(`orders.none.${view}`)}>{t(`orders.noneHint.${view}`)}</EmptyState>
      }
      row={(order) => <OrderRow key={order.id} order={order} />}
    />
  );
}

function Orders() {
  const { t } = useTranslation('billing');
  const waiting = useRefundRequestCount();
  return (
    <>
      {waiting > 0 && (
        <Notice tone="caution" className="mb-6">
          {t('orders.waiting', { count: waiting })}
        </Notice>
      )}
      <ViewTabs
        views={views}
        label={t('orders.views.label')}
        toName={(view) => t(`orders.views.${view}`)}
      >
        {(view) => <OrderList view={view} />}
      </ViewTabs>
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
