import { z } from 'zod';
import { notFoundError, randomId, unprocessable } from '../errors.ts';
import type { Account } from '../store/account.ts';
import type { Capture, Money, Refund } from '../store/model.ts';
import { cents, decimal } from './amounts.ts';
import { findCapture } from './captures.ts';

/** Without an amount the rest is refunded. */
export const refundInput = z.object({
  amount: z
    .object({ currency_code: z.string().length(3), value: z.string().regex(/^\d{1,7}(\.\d{2})?$/) })
    .optional(),
});

export function refundCapture(account: Account, id: string, requested?: Money): Refund {
  const capture = findCapture(account, id);
  if (capture.status === 'REFUNDED') {
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.');
  }
  if (capture.status === 'PENDING') {
    throw unprocessable('PENDING_CAPTURE', 'Cannot initiate a refund as the capture is pending.');
  }
  if (!['COMPLETED', 'PARTIALLY_REFUNDED'].includes(capture.status)) {
    throw unprocessable('REFUND_NOT_ALLOWED', 'Nothing was paid.');
  }
  if (requested !== undefined && requested.currency_code !== capture.amount.currency_code) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', 'The refund is in another currency.');
  }
  const left = cents(capture.amount.value) - getRefundedCents(account, id);
  const minor = requested === undefined ? left : cents(requested.value);
  if (minor > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED', 'More than the rest.');
  if (minor === 0) {
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.');
  }
  const fault = account.faults.consumeOutcomeFault('refund');
  if (fault?.kind === 'refuse') throw unprocessable(fault.issue, 'Refused by an injected fault.');
  const { now } = account;
  const refund = account.save('refund', {
    id: randomId(),
    captureId: id,
    status: fault?.kind === 'pending' ? 'PENDING' : 'COMPLETED',
    amount: { ...capture.amount, value: decimal(minor) },
    createdAt: now,
    updatedAt: now,
  });
  if (refund.status === 'COMPLETED') markRefunded(account, capture);
  return refund;
}

export function findRefund(account: Account, id: string): Refund {
  const refund = account.get('refund', id);
  if (refund === undefined) throw notFoundError();
  return refund;
}

/** Ends a pending refund. */
export function resolvePendingRefund(
  account: Account,
  id: string,
  status: 'COMPLETED' | 'FAILED',
): Refund {
  const refund = findRefund(account, id);
  if (refund.status !== 'PENDING') throw unprocessable('NOT_PENDING', 'The refund is not pending.');
  const settled = account.save('refund', { ...refund, status, updatedAt: account.now });
  if (status === 'COMPLETED') markRefunded(account, findCapture(account, refund.captureId));
  return settled;
}

/** Refunded or pending, in minor units. */
function getRefundedCents(account: Account, captureId: string): number {
  return account
    .all('refund')
    .filter((one) => one.captureId === captureId && ['COMPLETED', 'PENDING'].includes(one.status))
    .reduce((sum, { amount }) => sum + cents(amount.value), 0);
}

function markRefunded(account: Account, capture: Capture): void {
  const whole = getRefundedCents(account, capture.id) >= cents(capture.amount.value);
  const status = whole ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  account.save('capture', { ...capture, status, updatedAt: account.now });
}
