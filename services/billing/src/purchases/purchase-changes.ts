import type { PurchaseDocument } from './purchase.schema.js';
import type { Step } from './transitions.js';

/** The lease of a purchase and its expiry. */
export type Lease = NonNullable<PurchaseDocument['lease']>;

/** The fields of an order before the provider is called. */
export type NewPurchase = Pick<
  PurchaseDocument,
  'item' | 'amountMinor' | 'currency' | 'orderedBy' | 'commandId'
>;

type Nothing = Record<never, never>;
type Refused = Required<Pick<PurchaseDocument, 'declines' | 'refusal'>>;
type Captured = Required<Pick<PurchaseDocument, 'captureId'>> &
  Pick<PurchaseDocument, 'payerEmail'>;

/** The fields that each transition writes besides the state. */
export interface StepChanges extends Record<Step, object> {
  opened: Required<Pick<PurchaseDocument, 'providerOrderId' | 'approveUrl'>>;
  refused: Nothing;
  expired: Nothing;
  asked: { lease: Lease };
  notApproved: Refused;
  declined: Refused;
  held: Captured;
  denied: Nothing;
  paid: Captured & Required<Pick<PurchaseDocument, 'paidAt' | 'receiptCode'>>;
  mismatched: Captured;
  refundAsked: Required<Pick<PurchaseDocument, 'refundedBy'>>;
  refundSeen: Captured;
  refunded: Required<Pick<PurchaseDocument, 'refundedAt'>>;
}
