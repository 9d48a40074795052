import type { OrderState } from '@ctdb/contracts';

/** A transition: its source states and its target state. */
export interface Transition {
  readonly from: readonly OrderState[];
  readonly to: OrderState;
}

/** States in which the money may have arrived without confirmation. */
const unpaid = ['open', 'capturing', 'pending', 'denied', 'abandoned'] as const;

/**
 * All transitions of a purchase. Results that PayPal proves (`paid`, `mismatched`, `refundSeen`) are
 * allowed from every state with an order at PayPal, because its answers may come late or out of order.
 */
export const transitions = {
  /** PayPal has opened the order. */
  opened: { from: ['created'], to: 'open' },
  /** PayPal rejects the order. */
  refused: { from: ['created'], to: 'abandoned' },
  /** The buyer has not paid for hours. */
  expired: { from: ['created', 'open'], to: 'abandoned' },
  /** The capture starts. */
  asked: { from: ['open'], to: 'capturing' },
  /** The buyer has not approved the order yet. */
  notApproved: { from: ['capturing'], to: 'open' },
  /** The payment method was declined; the buyer may try another one. */
  declined: { from: ['capturing'], to: 'open' },
  /** PayPal holds the payment. */
  held: { from: ['open', 'capturing', 'abandoned'], to: 'pending' },
  /** A held payment was declined. */
  denied: { from: ['pending'], to: 'denied' },
  /** The right amount has arrived. */
  paid: { from: unpaid, to: 'paid' },
  /** The payment does not match the order: it is refunded. */
  mismatched: { from: unpaid, to: 'refunding' },
  /** An administrator starts a refund. */
  refundAsked: { from: ['paid'], to: 'refunding' },
  /** The provider reports a refund. */
  refundSeen: { from: [...unpaid, 'paid'], to: 'refunding' },
  /** The refund is confirmed. */
  refunded: { from: ['refunding'], to: 'refunded' },
} as const satisfies Record<string, Transition>;

/** The name of a transition. */
export type Step = keyof typeof transitions;

/** Whether `step` can be taken from `state`. */
export const canTake = (step: Step, state: OrderState): boolean =>
  (transitions[step] as Transition).from.includes(state);

/** For final states without transitions. */
export const isFinal = (state: OrderState): boolean =>
  !(Object.keys(transitions) as Step[]).some((step) => canTake(step, state));
