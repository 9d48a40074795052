import type { OrderState } from '@ctdb/contracts';

/** One kind of change of a purchase: from which states it leads where. */
export interface Transition {
  readonly from: readonly OrderState[];
  readonly to: OrderState;
}

/** States of an order whose money has not been seen to arrive, but may have. */
const unpaid = ['open', 'capturing', 'pending', 'denied', 'abandoned'] as const;

/**
 * All that can happen to a purchase. What PayPal proves (`paid`, `mismatched`, `refundSeen`) is
 * taken from every state with an order at PayPal, for its answers may come late and out of order.
 */
export const transitions = {
  /** PayPal has opened the order. */
  opened: { from: ['created'], to: 'open' },
  /** PayPal does not open such an order. */
  refused: { from: ['created'], to: 'abandoned' },
  /** The buyer has not paid for hours. */
  expired: { from: ['created', 'open'], to: 'abandoned' },
  /** The money is being asked for. */
  asked: { from: ['open'], to: 'capturing' },
  /** The buyer has not agreed yet. */
  notApproved: { from: ['capturing'], to: 'open' },
  /** The buyer's means of payment was refused; another one may do. */
  declined: { from: ['capturing'], to: 'open' },
  /** PayPal holds the payment. */
  held: { from: ['open', 'capturing', 'abandoned'], to: 'pending' },
  /** A held payment came to nothing. */
  denied: { from: ['pending'], to: 'denied' },
  /** The right amount has arrived. */
  paid: { from: unpaid, to: 'paid' },
  /** Something else than was ordered has arrived: it goes back. */
  mismatched: { from: unpaid, to: 'refunding' },
  /** An administrator gives the money back. */
  refundAsked: { from: ['paid'], to: 'refunding' },
  /** The money has gone back already. */
  refundSeen: { from: [...unpaid, 'paid'], to: 'refunding' },
  /** It is certain that the money has gone back. */
  refunded: { from: ['refunding'], to: 'refunded' },
} as const satisfies Record<string, Transition>;

/** The name of a transition. */
export type Step = keyof typeof transitions;

/** Whether `step` can be taken from `state`. */
export const canTake = (step: Step, state: OrderState): boolean =>
  (transitions[step] as Transition).from.includes(state);

/** Of a state that may be followed by none. */
export const isFinal = (state: OrderState): boolean =>
  !(Object.keys(transitions) as Step[]).some((step) => canTake(step, state));
