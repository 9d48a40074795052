import { orderStates, type OrderState } from '@ctdb/contracts';
import { describe, expect, it } from '@jest/globals';
import { canTake, isFinal, transitions, type Step } from './transitions.js';

const steps = Object.keys(transitions) as Step[];

const after = (state: OrderState): OrderState[] =>
  steps.filter((step) => canTake(step, state)).map((step) => transitions[step].to);

const reachable = (start: OrderState): Set<OrderState> => {
  const seen = new Set<OrderState>([start]);
  for (const state of seen) for (const next of after(state)) seen.add(next);
  return seen;
};

describe('transitions', () => {
  it('reach every state from the first', () => {
    expect([...reachable('created')].sort()).toEqual([...orderStates].sort());
  });

  it('end only where the money is back', () => {
    expect(orderStates.filter(isFinal)).toEqual(['refunded']);
  });

  it('never lead from a refund back to access', () => {
    expect(reachable('refunding')).toEqual(new Set(['refunding', 'refunded']));
  });

  it('never lead from paid to anything but a refund', () => {
    expect(new Set(after('paid'))).toEqual(new Set(['refunding']));
  });

  it('take a proven payment in every state that PayPal knows of and that is not settled', () => {
    const taken = orderStates.filter((state) => canTake('paid', state));
    expect(taken.sort()).toEqual(['abandoned', 'capturing', 'denied', 'open', 'pending']);
    for (const state of taken) {
      expect(canTake('mismatched', state)).toBe(true);
      expect(canTake('refundSeen', state)).toBe(true);
    }
  });

  it('ask for money of an open order alone', () => {
    expect(orderStates.filter((state) => canTake('asked', state))).toEqual(['open']);
  });

  it('never expire an order whose money may have been taken', () => {
    for (const state of ['capturing', 'pending', 'paid'] as const)
      expect(canTake('expired', state)).toBe(false);
  });
});
