import type { Order, Payment, Refund } from './model.ts';

/** What refunds of some states have given back. */
export const sumOf = ({ refunds }: Payment, states: readonly Refund['status'][]): number =>
  refunds
    .filter(({ status }) => states.includes(status))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** The state of a payment with its refunds, in PayPal's words. */
export function statusOf(payment: Payment) {
  const refunded = sumOf(payment, ['COMPLETED']);
  if (payment.status !== 'COMPLETED' || refunded === 0) return payment.status;
  return refunded >= payment.amountMinor ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
}

/** Merchants give the time of expiry by the real clock. */
export const isExpired = ({ expireBy, payments }: Order): boolean =>
  expireBy !== undefined &&
  Date.now() / 1_000 >= expireBy &&
  payments.every(({ status }) => status !== 'COMPLETED');

/** Whether the buyer can pay: Razorpay lets a buyer repeat a payment that has failed. */
export const isPayable = (order: Order): boolean =>
  order.provider === 'paypal'
    ? order.payments.length === 0
    : !isExpired(order) && order.payments.every(({ status }) => status === 'DECLINED');
