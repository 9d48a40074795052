import { formatMoney, type Order } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessCode } from '@/components/access-code';
import { ConfirmButton } from '@/components/confirm-button';
import { Badge } from '@/components/ui/badge';
import { LinkButton } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Facts } from '@/components/ui/facts';
import { call, routes } from '@/lib/api';
import { useDates } from '@/lib/dates';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { hasOpenRefundRequest, useRefund } from '../api/orders';

/** What names an order in buttons and questions. */
export const useOrderName = () => {
  const { t } = useTranslation('receipts');
  const { formatDateTime } = useDates();
  return ({ item, amount, currency, createdAt }: Order) => ({
    item: t(`item.${item}`),
    amount: formatMoney(amount, currency),
    when: formatDateTime(createdAt),
  });
};

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

/** What can be done with a paid order, each after a question. */
function OrderActions({ order }: { order: Order }) {
  const { id, payerEmail: payer } = order;
  const { t } = useTranslation('billing');
  const client = useQueryClient();
  const isOwner = useSession().can('people');
  const refund = useRefund();
  const [code, show] = useState<string>();
  const what = useOrderName()(order);
  const params = { id };
  return (
    <div className="flex flex-wrap items-start gap-3">
      <ConfirmButton
        action={t('orders.refund')}
        question={payer ? t('orders.questionTo', { ...what, payer }) : t('orders.question', what)}
        consequence={t('orders.consequence', what)}
        failed={t('orders.refundFailed')}
        run={async () => {
          const { state } = await refund(id);
          if (state === 'refunded')
            toast.success(t('orders.done'), { description: t('orders.doneHint') });
          else toast.info(t('orders.refunding'));
        }}
      />
      {/* For a buyer who has lost code and mailbox; it is shown once. */}
      <ConfirmButton
        action={t('orders.code.action')}
        question={t('orders.code.question')}
        consequence={t('orders.code.consequence', what)}
        failed={t('orders.code.failed')}
        run={async () => show((await call(routes.issueAccessCode, { params })).accessCode)}
      />
      <Dialog
        open={code !== undefined}
        onOpenChange={() => show(undefined)}
        title={t('orders.code.action')}
        description={t('orders.code.once')}
      >
        {code && <AccessCode code={code} />}
      </Dialog>
      {isOwner && (
        <ConfirmButton
          variant="quiet"
          action={t('orders.erase.action')}
          question={t('orders.erase.question')}
          consequence={t('orders.erase.consequence', what)}
          failed={t('orders.erase.failed')}
          run={async () => {
            await call(routes.eraseBuyer, { params });
            await client.invalidateQueries({ queryKey: ['orders'] });
            toast.success(t('orders.erase.done'));
          }}
        />
      )}
    </div>
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
