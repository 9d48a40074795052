import { orderStates, type OrderState } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { transitions, type Transition, type TransitionName } from './transitions.js';

const all: Transition[] = Object.values(transitions);
const sourcesOf = (name: TransitionName): OrderState[] => [...transitions[name].from].sort();
const after = (state: OrderState): OrderState[] =>
  all.filter(({ from }) => from.includes(state)).map(({ to }) => to);

const reachable = (start: OrderState): Set<OrderState> => {
  const seen = new Set<OrderState>([start]);
  for (const state of seen) for (const next of after(state)) seen.add(next);
  return seen;
};

it('transitions reach every state from the first', () => {
  expect([...reachable('created')].sort()).toEqual([...orderStates].sort());
});

it('transitions end only when the money is refunded', () => {
  expect(orderStates.filter((state) => after(state).length === 0)).toEqual(['refunded']);
});

it('transitions never lead from a refund back to access, nor from paid to anything but a refund', () => {
  expect(reachable('refunding')).toEqual(new Set(['refunding', 'refunded']));
  expect(new Set(after('paid'))).toEqual(new Set(['refunding']));
});

it('transitions accept a proven payment in every state that PayPal knows of and that is not settled', () => {
  expect(sourcesOf('paid')).toEqual(['abandoned', 'capturing', 'denied', 'open', 'pending']);
  expect(sourcesOf('paymentMismatch')).toEqual(sourcesOf('paid'));
  expect(sourcesOf('refundDetected')).toEqual([...sourcesOf('paid'), 'paid'].sort());
});

it('transitions start a capture of an open order only, and expire none whose money may be taken', () => {
  expect(sourcesOf('captureStarted')).toEqual(['open']);
  expect(sourcesOf('expired')).toEqual(['created', 'open']);
});
