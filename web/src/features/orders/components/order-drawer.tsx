import { formatMoney, type Order } from '@ctdb/contracts';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { LinkButton } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Facts } from '@/components/ui/facts';
import { useDates } from '@/lib/dates';
import { hasOpenRefundRequest } from '../api/orders';
import { OrderActions } from './order-actions';

const tones: Record<Order['state'], ComponentProps<typeof Badge>['tone']> = {
  created: 'gray',
  open: 'gray',
  capturing: 'blue',
  pending: 'amber',
  paid: 'green',
  denied: 'red',
  abandoned: 'gray',
  refunding: 'blue',
  refunded: 'gray',
};

/** The state of an order, or that its buyer waits for an answer. */
export function OrderState({ order }: { order: Order }) {
  const { t } = useTranslation('billing');
  return hasOpenRefundRequest(order) ? (
    <Badge tone="amber">{t('orders.refundRequested')}</Badge>
  ) : (
    <Badge tone={tones[order.state]}>{t(`orders.state.${order.state}`)}</Badge>
  );
}

const providerNames = { paypal: 'PayPal', razorpay: 'Razorpay' } as const;

/** All that is known of an order. */
function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation(['billing', 'receipts']);
  const { formatDateTime } = useDates();
  const [receipt, ...notes] = order.receiptNumbers ?? [];
  const isRefunded = order.state === 'refunded' || notes.length > 0;
  // One page shows all documents, and writes those that are due.
  const link = (number: string) => (
    <LinkButton to={`/access/receipts/${order.id}`} variant="link">
      {number}
    </LinkButton>
  );
  const moment = (value: string | undefined) => value && formatDateTime(value);
  const { startsAt, endsAt, refundedBy: name } = order;
  const refunded = moment(order.refundedAt);
  return (
    <Facts
      isStacked
      className="sm:grid-cols-2"
      rows={[
        [t('orders.payer'), order.payerEmail],
        [t('orders.ordered'), moment(order.createdAt)],
        [t('orders.paid'), moment(order.paidAt)],
        [
          t('orders.access'),
          startsAt && endsAt && t('orders.range', { from: moment(startsAt), to: moment(endsAt) }),
        ],
        [t('orders.documents'), order.receiptNumbers && link(receipt ?? t('receipts:page.open'))],
        [
          t('orders.creditNote'),
          order.receiptNumbers && isRefunded && link(notes.join(', ') || t('orders.creditNote')),
        ],
        [t('orders.provider'), providerNames[order.provider ?? 'paypal']],
        [t('orders.reference'), order.reference],
        [t('orders.id'), order.id],
        [t('orders.requested'), moment(order.refundRequestedAt)],
        [
          t('orders.refunded'),
          refunded && name ? t('orders.refundedBy', { when: refunded, name }) : refunded,
        ],
      ]}
    />
  );
}

interface OrderDrawerProps {
  /** The last one that was opened; it stays while the drawer closes. */
  order: Order | undefined;
  open: boolean;
  onClose: () => void;
}

/** One order with all its details, and what can be done with it. */
export function OrderDrawer({ order, open, onClose }: OrderDrawerProps) {
  const { t } = useTranslation('receipts');
  if (!order) return null;
  return (
    <Dialog
      shape="drawer"
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t(`item.${order.item}`)}
    >
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-xl font-semibold tabular-nums">
            {formatMoney(order.amount, order.currency)}
          </p>
          <OrderState order={order} />
        </div>
        <OrderFacts order={order} />
        {order.state === 'paid' && <OrderActions order={order} />}
      </div>
    </Dialog>
  );
}
