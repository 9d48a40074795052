import { formatMoney, type Order } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { TestModeBanner } from '@/components/test-mode-banner';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState, Notice } from '@/components/ui/notice';
import { PagedList } from '@/components/ui/paged-list';
import { SearchField } from '@/components/ui/search-field';
import { ViewTabs } from '@/components/ui/tabs';
import { useDates } from '@/lib/dates';
import { useRefundRequestCount } from '@/lib/orders';
import { useConfig } from '@/lib/session';
import { useOrders } from '../api/orders';
import { MonthSummary } from '../components/month-summary';
import { OrderDrawer, OrderState, useOrderName } from '../components/order-drawer';

const views = ['all', 'requested'] as const;
type View = (typeof views)[number];

interface OrderTableProps {
  orders: readonly Order[];
  onOpen: (order: Order) => void;
}

function OrderTable({ orders, onOpen }: OrderTableProps) {
  const { t } = useTranslation(['billing', 'receipts']);
  const { formatDateTime } = useDates();
  const toWhat = useOrderName();
  return (
    <DataTable
      isDense
      label={t('billing:orders.title')}
      rows={orders}
      toKey={({ id }) => id}
      open={{ toName: (order) => t('billing:orders.open', toWhat(order)), run: onOpen }}
      columns={[
        { title: t('billing:orders.status'), cell: (order) => <OrderState order={order} /> },
        {
          title: t('receipts:amount'),
          cell: ({ amount, currency }) => (
            <span className="font-semibold">{formatMoney(amount, currency)}</span>
          ),
        },
        { title: t('receipts:for'), isText: true, isMinor: true, cell: (o) => toWhat(o).item },
        {
          title: t('billing:orders.payer'),
          isText: true,
          cell: ({ payerEmail }) => <span className="wrap-anywhere">{payerEmail}</span>,
        },
        {
          title: t('billing:orders.date'),
          isMinor: true,
          cell: ({ createdAt }) => formatDateTime(createdAt),
        },
      ]}
    />
  );
}

function OrderList({ view }: { view: View }) {
  const { t } = useTranslation('billing');
  const [wanted, want] = useState({ text: '', page: 1 });
  const [opened, setOpened] = useState<Order>();
  const [isOpen, open] = useState(false);
  const query = useOrders({ ...wanted, isRequested: view === 'requested' });
  // Kept as it was listed last: after a refund it may be in the list no more.
  const listed = query.data?.items.find(({ id }) => id === opened?.id);
  if (listed && listed !== opened) setOpened(listed);
  const none = wanted.text ? 'found' : view;
  return (
    <div className="flex flex-col gap-4">
      {view === 'all' && (
        <SearchField
          label={t('orders.search')}
          help={t('orders.searchHelp')}
          maxLength={254}
          onSearch={(text) => want({ text, page: 1 })}
        />
      )}
      <PagedList
        query={query}
        page={wanted.page}
        onPage={(page) => want({ ...wanted, page })}
        failed={t('orders.failed')}
        empty={
          <EmptyState title={t(`orders.none.${none}`)}>{t(`orders.noneHint.${none}`)}</EmptyState>
        }
        table={(orders) => (
          <OrderTable
            orders={orders}
            onOpen={(order) => {
              setOpened(order);
              open(true);
            }}
          />
        )}
      />
      <OrderDrawer order={opened} open={isOpen} onClose={() => open(false)} />
    </div>
  );
}

/** All orders with their details and what can be done with them, and the totals of a month. */
export default function OrdersPage() {
  const { t } = useTranslation('billing');
  const mode = useConfig()?.payments.mode;
  const waiting = useRefundRequestCount();
  return (
    <Page needs="admin" title={t('orders.title')} intro={t('orders.intro')}>
      <TestModeBanner mode={mode} className="mb-6" />
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
      <MonthSummary />
    </Page>
  );
}
