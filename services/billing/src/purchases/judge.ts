import type { ProviderCapture, ProviderOrder } from '../provider/payment-provider.js';
import type { PurchaseDocument } from './purchase.schema.js';

/** The payment outcome of an order at the provider. */
export type Verdict =
  | { kind: 'paid' | 'held' | 'mismatched' | 'refundSeen'; capture: ProviderCapture }
  /** Not approved yet; approved and not captured; capture declined. */
  | { kind: 'notApproved' | 'capturable' | 'declined' }
  /** Inconsistent response of the provider: the outcome is unknown. */
  | { kind: 'unknown' };

/** The expected payment. */
export type Expected = Pick<PurchaseDocument, '_id' | 'amountMinor' | 'currency'>;

/** Whether the capture has the ordered amount, currency and order id, and the `payee`, if configured. */
export const fits = (
  { _id, amountMinor, currency }: Expected,
  capture: ProviderCapture,
  payee?: string,
): boolean =>
  capture.amountMinor === amountMinor &&
  capture.currency === currency &&
  capture.customId === _id.toHexString() &&
  (payee === undefined || capture.payee === undefined || capture.payee === payee);

const withoutMoney = ({ status, capture }: ProviderOrder): Verdict => {
  if (status === 'APPROVED') return { kind: 'capturable' };
  if (capture) return { kind: 'declined' };
  return { kind: status === 'COMPLETED' ? 'unknown' : 'notApproved' };
};

/** Evaluates the capture, because the status `COMPLETED` of an order proves no payment. */
export const judge = (expected: Expected, order: ProviderOrder, payee?: string): Verdict => {
  const { capture } = order;
  switch (capture?.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
      return { kind: fits(expected, capture, payee) ? 'paid' : 'mismatched', capture };
    case 'PENDING':
      return { kind: 'held', capture };
    case 'REFUNDED':
      return { kind: 'refundSeen', capture };
    case 'DECLINED':
    case 'FAILED':
    case undefined:
      return withoutMoney(order);
  }
};
