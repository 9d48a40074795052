import { formatMoney, type Order, type OrderState } from '@ctdb/contracts';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Button, LinkButton } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { useRunAction } from '@/lib/run-action';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { hasOpenRefundRequest, useRefund } from '../api/orders';
import { useOrderName } from '../model/use-order-name';
import { EraseBuyerButton } from './erase-buyer-button';
import { NewCodeButton } from './new-code-button';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 sm:block">
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

const providerNames = { paypal: 'PayPal', razorpay: 'Razorpay' } as const;

/** Further details of an order. */
function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation(['billing', 'receipts']);
  const language = useLanguage();
  const moment = (value: string | undefined) => value && formatDateTime(value, language);
  const { startsAt, endsAt, refundedBy: name } = order;
  const refunded = moment(order.refundedAt);
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      <Fact name={t('orders.ordered')}>{moment(order.createdAt)}</Fact>
      <Fact name={t('orders.paid')}>{moment(order.paidAt)}</Fact>
      <Fact name={t('orders.access')}>
        {startsAt && endsAt && t('orders.range', { from: moment(startsAt), to: moment(endsAt) })}
      </Fact>
      <Fact name={t('orders.payer')}>{order.payerEmail}</Fact>
      <Fact name={t('orders.documents')}>
        {order.receiptNumbers && (
          <LinkButton to={`/access/receipts/${order.id}`} variant="link">
            {order.receiptNumbers.join(', ') || t('receipts:page.open')}
          </LinkButton>
        )}
      </Fact>
      <Fact name={t('orders.provider')}>{providerNames[order.provider ?? 'paypal']}</Fact>
      <Fact name={t('orders.reference')}>{order.reference}</Fact>
      <Fact name={t('orders.requested')}>{moment(order.refundRequestedAt)}</Fact>
      <Fact name={t('orders.refunded')}>
        {refunded && name ? t('orders.refundedBy', { when: refunded, name }) : refunded}
      </Fact>
    </dl>
  );
}

const tones: Record<OrderState, ComponentProps<typeof Badge>['tone']> = {
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

/** The state of an order, as text with a matching color. */
function OrderStateBadge({ state }: { state: OrderState }) {
  const { t } = useTranslation('billing');
  return <Badge tone={tones[state]}>{t(`orders.state.${state}`)}</Badge>;
}

/** Refunds one payment, after a confirmation. */
function RefundButton({ order }: { order: Order }) {
  const { t } = useTranslation('billing');
  const runAction = useRunAction();
  const [isOpen, open] = useState(false);
  const refund = useRefund();
  const what = useOrderName(order);

  const confirm = async () => {
    await runAction(t('orders.refundFailed'), async () => {
      const { state } = await refund.mutateAsync(order.id);
      if (state === 'refunded')
        toast.success(t('orders.done'), { description: t('orders.doneHint') });
      else toast.info(t('orders.refunding'));
    });
    open(false);
  };

  return (
    <>
      <Button aria-label={t('orders.refundNamed', what)} onClick={() => open(true)}>
        {t('orders.refund')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        question={t('orders.question', what)}
        consequence={t('orders.consequence', what)}
        confirm={t('orders.refund')}
        onConfirm={() => void confirm()}
        pending={refund.isPending}
      />
    </>
  );
}

/** One order: item, amount, state, details and actions. */
export function OrderRow({ order }: { order: Order }) {
  const { t } = useTranslation(['billing', 'receipts']);
  const isOwner = useSession().can('people');
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-6 last:border-b-0 md:grid-cols-[13rem_minmax(0,1fr)_11rem]">
      <div className="flex flex-col items-start gap-2">
        {hasOpenRefundRequest(order) && <Badge tone="amber">{t('orders.refundRequested')}</Badge>}
        <h2 className="text-base">{t(`receipts:item.${order.item}`)}</h2>
        <p className="text-xl font-semibold tabular-nums">
          {formatMoney(order.amount, order.currency)}
        </p>
        <OrderStateBadge state={order.state} />
      </div>
      <OrderFacts order={order} />
      {order.state === 'paid' && (
        <div className="flex flex-wrap items-start gap-3 md:flex-col md:items-end">
          <RefundButton order={order} />
          <NewCodeButton order={order} />
          {isOwner && <EraseBuyerButton order={order} />}
        </div>
      )}
    </li>
  );
}
