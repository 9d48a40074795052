import { z } from 'zod';
import { randomId, RazorpayError } from '../errors.ts';
import type { Account } from '../store/account.ts';
import type { Payment, PaymentRefund } from '../store/model.ts';
import { findPayment } from './links.ts';

/** Without an amount the whole payment is refunded. */
export const paymentRefundInput = z.object({ amount: z.number().int().min(100).optional() });

export const refundsOf = (account: Account, paymentId: string): PaymentRefund[] =>
  account.all('paymentRefund').filter((refund) => refund.paymentId === paymentId);

/** Refunded or pending, in paise: Razorpay counts both. */
export const getRefunded = (account: Account, paymentId: string): number =>
  refundsOf(account, paymentId)
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);

export function refundPayment(account: Account, id: string, requested?: number): PaymentRefund {
  const payment = findPayment(account, id);
  if (payment.status === 'refunded')
    throw new RazorpayError('The payment has been fully refunded already');
  if (payment.status !== 'captured')
    throw new RazorpayError('Refund is allowed only for captured payments');
  const amount = requested ?? payment.amount;
  if (amount > payment.amount - getRefunded(account, id))
    throw new RazorpayError('The refund amount provided is greater than amount captured');
  const fault = account.faults.consumeOutcomeFault('refund');
  if (fault?.kind === 'refuse') throw new RazorpayError(`Refused: ${fault.issue}`);
  const refund = account.save('paymentRefund', {
    id: `rfnd_${randomId(14)}`,
    paymentId: id,
    status: fault?.kind === 'pending' ? 'pending' : 'processed',
    amount,
    createdAt: account.now,
  });
  markRefunded(account, payment);
  return refund;
}

/** Ends a pending refund. */
export function resolvePaymentRefund(
  account: Account,
  id: string,
  status: 'processed' | 'failed',
): PaymentRefund {
  const refund = account.get('paymentRefund', id);
  if (refund?.status !== 'pending') throw new RazorpayError('The refund is not pending');
  const settled = account.save('paymentRefund', { ...refund, status });
  markRefunded(account, findPayment(account, refund.paymentId));
  return settled;
}

function markRefunded(account: Account, payment: Payment): void {
  const isWhole = getRefunded(account, payment.id) >= payment.amount;
  account.save('payment', { ...payment, status: isWhole ? 'refunded' : 'captured' });
}
