import type { Simulator } from '../simulator.ts';
import type { Account } from '../store/account.ts';
import type { Link, Payment, PaymentRefund } from '../store/model.ts';
import { isExpired, paymentsOf } from './links.ts';
import { getRefunded } from './refunds.ts';

/** Razorpay's times. */
export const seconds = (at: number) => Math.floor(at / 1_000);

/** Where the buyer pays. */
export const linkPage = (id: string, { pageOrigin }: Pick<Simulator, 'pageOrigin'>) =>
  `${pageOrigin}/rzp/${id}`;

export function linkBody(account: Account, link: Link, simulator: Pick<Simulator, 'pageOrigin'>) {
  const paid = paymentsOf(account, link).filter(
    ({ status }) => status === 'captured' || status === 'refunded',
  );
  return {
    accept_partial: false,
    amount: link.amount,
    amount_paid: paid.reduce((sum, { amount }) => sum + amount, 0),
    callback_method: link.callbackUrl === undefined ? '' : 'get',
    callback_url: link.callbackUrl ?? '',
    cancelled_at: 0,
    created_at: seconds(link.createdAt),
    currency: link.currency,
    customer: link.email === undefined ? [] : { email: link.email },
    description: link.description ?? '',
    expire_by: link.expireBy ?? 0,
    expired_at: isExpired(link) ? link.expireBy : 0,
    id: link.id,
    notes: link.notes,
    notify: { email: false, sms: false },
    ...(link.orderId === undefined ? {} : { order_id: link.orderId }),
    payments:
      paid.length === 0
        ? null
        : paid.map(({ id, amount, status }) => ({ payment_id: id, amount, status, method: 'upi' })),
    reference_id: link.referenceId,
    reminder_enable: false,
    short_url: linkPage(link.id, simulator),
    status: isExpired(link) ? 'expired' : link.status,
  };
}

export function paymentBody(account: Account, payment: Payment) {
  const refunded = getRefunded(account, payment.id);
  const refundStatus = refunded >= payment.amount ? 'full' : 'partial';
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    order_id: account.get('link', payment.linkId)?.orderId,
    method: 'upi',
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : refundStatus,
    captured: payment.status === 'captured' || payment.status === 'refunded',
    description: `#${payment.linkId.replace('plink_', '')}`,
    vpa: payment.vpa,
    email: payment.email,
    contact: '+919000090000',
    notes: payment.notes,
    error_code: payment.status === 'failed' ? 'BAD_REQUEST_ERROR' : null,
    created_at: seconds(payment.createdAt),
  };
}

export function paymentRefundBody(refund: PaymentRefund, currency: string) {
  return {
    id: refund.id,
    entity: 'refund',
    amount: refund.amount,
    currency,
    payment_id: refund.paymentId,
    notes: [],
    receipt: null,
    created_at: seconds(refund.createdAt),
    status: refund.status,
    speed_processed: 'normal',
  };
}

/** A list in Razorpay's answers. */
export const collection = <T>(items: T[]) => ({ entity: 'collection', count: items.length, items });
