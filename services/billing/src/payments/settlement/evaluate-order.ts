import type { ProviderCapture, ProviderOrder } from '../providers/payment-provider.js';
import type { PurchaseRecord } from '../../purchases/purchase.record.js';

/** The payment outcome of an order at the provider, with what else the order shows. */
export type PaymentOutcome = { payerEmail?: string | undefined; hasCapture?: boolean } & (
  | {
      kind: 'paid' | 'heldByProvider' | 'paymentMismatch' | 'refundDetected';
      capture: ProviderCapture;
    }
  /** Not approved yet; approved and not captured; capture declined. */
  | { kind: 'notApproved' | 'capturable' | 'declined' }
  /** Inconsistent response of the provider: the outcome is unknown. */
  | { kind: 'unknown' }
);

/** The expected payment. */
export type ExpectedPayment = Pick<PurchaseRecord, '_id' | 'amountMinor' | 'currency'>;

/** Whether the capture has the ordered amount, currency and order id, and the `payee`, if configured. */
export const matchesOrder = (
  { _id, amountMinor, currency }: ExpectedPayment,
  capture: ProviderCapture,
  payee?: string,
): boolean =>
  capture.amountMinor === amountMinor &&
  capture.currency === currency &&
  capture.customId === _id.toHexString() &&
  (payee === undefined || capture.payee === undefined || capture.payee === payee);

const outcomeWithoutCapture = ({ status, capture }: ProviderOrder): PaymentOutcome => {
  if (status === 'APPROVED') return { kind: 'capturable' };
  if (capture) return { kind: 'declined' };
  return { kind: status === 'COMPLETED' ? 'unknown' : 'notApproved' };
};

/** Evaluates the capture, because the status `COMPLETED` of an order proves no payment. */
export const evaluateOrder = (
  expected: ExpectedPayment,
  order: ProviderOrder,
  payee?: string,
): PaymentOutcome => {
  const { capture } = order;
  switch (capture?.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
      return { kind: matchesOrder(expected, capture, payee) ? 'paid' : 'paymentMismatch', capture };
    case 'PENDING':
      return { kind: 'heldByProvider', capture };
    case 'REFUNDED':
      return { kind: 'refundDetected', capture };
    case 'DECLINED':
    case 'FAILED':
    case undefined:
      return outcomeWithoutCapture(order);
  }
};
