import type { ProviderCapture, ProviderOrder } from '../provider/payment-provider.js';
import type { PurchaseDocument } from './purchase.schema.js';

/** What an order at the provider means for the purchase. */
export type Verdict =
  | { kind: 'paid' | 'held' | 'mismatched' | 'refundSeen'; capture: ProviderCapture }
  /** Not yet agreed to; agreed to and not captured; captured without success. */
  | { kind: 'notApproved' | 'capturable' | 'declined' }
  /** The provider contradicts itself: nothing is known. */
  | { kind: 'unknown' };

/** What a purchase is compared with. */
export type Expected = Pick<PurchaseDocument, '_id' | 'amountMinor' | 'currency'>;

/** Whether exactly what was ordered has been paid, to us. `payee` where the right one is known. */
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

/** Judges by the capture; that an order calls itself completed proves no payment. */
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
