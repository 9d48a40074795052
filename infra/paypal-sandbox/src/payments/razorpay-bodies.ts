import { createHmac } from 'node:crypto';
import {
  type Change,
  isExpired,
  type NewEvent,
  type Order,
  type Payment,
  randomId,
  type Refund,
  sumOf,
} from '../records/model.ts';
import type { Account } from '../records/store.ts';

/** Razorpay's times. */
export const toSeconds = (at: number) => Math.floor(at / 1_000);

/** The order that Razorpay makes for a link with the first payment. */
export const toOrderId = ({ id }: Order) => id.replace('plink_', 'order_');

function toLinkStatus(order: Order): string {
  if (order.payments.some(({ status }) => status === 'COMPLETED')) return 'paid';
  return isExpired(order) ? 'expired' : 'created';
}

export function linkBody(order: Order, pageOrigin = '') {
  return {
    id: order.id,
    amount: order.amountMinor,
    currency: order.currency,
    status: toLinkStatus(order),
    reference_id: order.customId,
    notes: order.notes ?? {},
    customer: order.email === undefined ? [] : { email: order.email },
    expire_by: order.expireBy ?? 0,
    order_id: order.payments.length === 0 ? undefined : toOrderId(order),
    short_url: `${pageOrigin}/pay/${order.id}`,
  };
}

/** Razorpay counts a pending refund as refunded. */
export function paymentBody(order: Order, payment: Payment) {
  const refunded = sumOf(payment, ['COMPLETED', 'PENDING']);
  return {
    id: payment.id,
    amount: payment.amountMinor,
    currency: payment.currency,
    status: toPaymentStatus(payment, refunded),
    amount_refunded: refunded,
    description: `#${order.id.replace('plink_', '')}`,
    email: payment.email,
    notes: { ...order.notes, order_id: payment.customId },
    created_at: toSeconds(payment.createdAt),
  };
}

function toPaymentStatus({ status, amountMinor }: Payment, refunded: number): string {
  if (status === 'COMPLETED') return refunded >= amountMinor ? 'refunded' : 'captured';
  return status === 'PENDING' ? 'authorized' : 'failed';
}

const refundStatus = { COMPLETED: 'processed', PENDING: 'pending', FAILED: 'failed' } as const;

export function refundBody({ id }: Payment, refund: Refund) {
  return {
    id: refund.id,
    amount: refund.amountMinor,
    payment_id: id,
    status: refundStatus[refund.status],
    created_at: toSeconds(refund.createdAt),
  };
}

/** Where the buyer comes back to, signed. */
export function returnAddress({ secret = '' }: Account, order: Order, payment: Payment): string {
  const status = toLinkStatus(order);
  const signed = [order.id, order.customId, status, payment.id].join('|');
  const url = new URL(order.returnUrl);
  for (const [name, value] of [
    ['payment_id', payment.id],
    ['payment_link_id', order.id],
    ['payment_link_reference_id', order.customId],
    ['payment_link_status', status],
    ['signature', createHmac('sha256', secret).update(signed).digest('hex')],
  ] as const)
    url.searchParams.set(`razorpay_${name}`, value);
  return url.href;
}

/** The events of a change; of a payment that is captured, that its link is paid as well. */
export function razorpayEvents({ order, payment, refund }: Change): NewEvent[] {
  if (payment === undefined) return [];
  const paid = { payment: { entity: paymentBody(order, payment) } };
  const toEvent = (type: string, payload: object): NewEvent => ({
    id: randomId(14),
    type,
    content: { event: type, payload },
  });
  if (refund !== undefined) {
    const type = refund.status === 'PENDING' ? 'created' : refundStatus[refund.status];
    return [
      toEvent(`refund.${type}`, { refund: { entity: refundBody(payment, refund) }, ...paid }),
    ];
  }
  const event = toEvent(`payment.${paid.payment.entity.status}`, paid);
  if (payment.status !== 'COMPLETED') return [event];
  const link = { payment_link: { entity: linkBody(order) }, ...paid };
  return [event, toEvent('payment_link.paid', link)];
}
