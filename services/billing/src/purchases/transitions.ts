import type { OrderState, purchaseEvents } from '@ctdb/contracts';
import type { PurchaseRecord } from './purchase.record.js';

/**
 * A transition: its source states, its target state, its event, the work that it leaves, and whether a
 * receipt or credit note follows.
 */
export interface Transition {
  readonly from: readonly OrderState[];
  readonly to: OrderState;
  readonly event?: keyof Pick<typeof purchaseEvents, 'paid' | 'refundDecided' | 'refunded'>;
  readonly due?: PurchaseRecord['due'][number];
  readonly hasReceipt?: true;
}

/** States in which the money may have arrived without confirmation. */
const unpaid = ['open', 'capturing', 'pending', 'denied', 'abandoned'] as const;

/**
 * All transitions of a purchase. Results that the provider proves (`paid`, `paymentMismatch`,
 * `refundDetected`) are allowed from every state with an order there, because its answers may
 * come late or out of order.
 */
export const transitions = {
  /** The provider has opened the order. */
  opened: { from: ['created'], to: 'open' },
  /** The provider rejects the order. */
  refused: { from: ['created'], to: 'abandoned' },
  /** The buyer has not paid for hours. */
  expired: { from: ['created', 'open'], to: 'abandoned' },
  /** The capture starts. */
  captureStarted: { from: ['open'], to: 'capturing' },
  /** The buyer has not approved the order yet. */
  notApproved: { from: ['capturing'], to: 'open' },
  /** The payment method was declined; the buyer may try another one. */
  declined: { from: ['capturing'], to: 'open' },
  /** The provider holds the payment. */
  heldByProvider: { from: ['open', 'capturing', 'abandoned'], to: 'pending' },
  /** A held payment was declined, and the buyer may pay the same order again. */
  released: { from: ['pending'], to: 'open' },
  /** A held payment was declined. */
  denied: { from: ['pending'], to: 'denied' },
  /** The right amount has arrived. */
  paid: { from: unpaid, to: 'paid', event: 'paid', due: 'account', hasReceipt: true },
  /** The payment does not match the order: it is refunded. */
  paymentMismatch: { from: unpaid, to: 'refunding', due: 'access' },
  /** An administrator starts a refund. */
  refundStarted: { from: ['paid'], to: 'refunding', event: 'refundDecided', due: 'access' },
  /** The provider reports a refund. */
  refundDetected: { from: [...unpaid, 'paid'], to: 'refunding', due: 'access' },
  /** The refund is confirmed. */
  refunded: { from: ['refunding'], to: 'refunded', event: 'refunded', hasReceipt: true },
} as const satisfies Record<string, Transition>;

/** The name of a transition. */
export type TransitionName = keyof typeof transitions;

type NoChanges = Record<never, never>;
type RejectionFields = Required<Pick<PurchaseRecord, 'declines' | 'refusal'>>;
type CaptureFields = Required<Pick<PurchaseRecord, 'captureId'>> &
  Pick<PurchaseRecord, 'payerEmail'>;

/** The fields that each transition writes besides the state and its time. */
export type TransitionChanges = {
  opened: Required<Pick<PurchaseRecord, 'providerOrderId'>> & Pick<PurchaseRecord, 'approveUrl'>;
  expired: Pick<PurchaseRecord, 'recheckAt'>;
  captureStarted: Required<Pick<PurchaseRecord, 'lease'>>;
  refundStarted: Required<Pick<PurchaseRecord, 'refundedBy'>>;
} & Record<'notApproved' | 'declined' | 'released', RejectionFields> &
  Record<'heldByProvider' | 'paid' | 'paymentMismatch' | 'refundDetected', CaptureFields> &
  Record<'refused' | 'denied' | 'refunded', NoChanges>;
