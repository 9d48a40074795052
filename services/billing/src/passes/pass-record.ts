import type { PassRecord } from '@ctdb/contracts';
import { breadthOf, unionOf } from './capabilities.js';
import { byStart, isQueued, isRunning, type Holding } from './holding.js';

/** The pass of a browser at one time, and when it may change. */
export interface PassState {
  /** `null` without active access. */
  record: PassRecord | null;
  /** Start of the next queued grant; `undefined` without one. */
  nextStart: number | undefined;
}

const widest = (running: readonly Holding[]): Holding | undefined =>
  [...running].sort(
    (one, other) => breadthOf(other.plan) - breadthOf(one.plan) || byStart(one, other),
  )[0];

/** The end of the access that continues from `end` without a gap. */
const gaplessEnd = (holdings: readonly Holding[], end: number): number => {
  const next = holdings.filter(
    ({ isRefunded, startsAt, endsAt }) => !isRefunded && startsAt <= end && endsAt > end,
  );
  return next.length === 0
    ? end
    : gaplessEnd(holdings, Math.max(...next.map(({ endsAt }) => endsAt)));
};

/** Computes the pass at `now` from all grants of a browser. */
export const passStateOf = (holdings: readonly Holding[], now: number): PassState => {
  const running = holdings.filter((holding) => isRunning(holding, now));
  const starts = holdings.filter((one) => isQueued(one, now)).map(({ startsAt }) => startsAt);
  const nextStart = starts.length === 0 ? undefined : Math.min(...starts);
  const first = widest(running);
  const plan = unionOf(running.map((holding) => holding.plan));
  if (!first || !plan) return { record: null, nextStart };
  const expiresAt = Math.min(...running.map(({ endsAt }) => endsAt), ...starts);
  return {
    record: { id: first.id, plan, expiresAt, until: gaplessEnd(holdings, now) },
    nextStart,
  };
};
