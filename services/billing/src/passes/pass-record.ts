import type { PassRecord } from '@ctdb/contracts';
import {
  capabilityCount,
  compareByStart,
  type GrantPeriod,
  isQueued,
  isRunning,
  combinedPlan,
} from './grant-period.js';

/** The pass of a practice at one time, and when it may change. */
export interface PassState {
  /** Absent without active access. */
  pass?: Omit<PassRecord, 'practice'>;
  /** Start of the next queued grant; `undefined` without one. */
  nextStart: number | undefined;
}

const broadestGrant = (running: readonly GrantPeriod[]): GrantPeriod | undefined =>
  [...running].sort(
    (one, other) =>
      capabilityCount(other.plan) - capabilityCount(one.plan) || compareByStart(one, other),
  )[0];

/** The end of the access that continues from `end` without a gap. */
const gaplessEnd = (grants: readonly GrantPeriod[], end: number): number => {
  const next = grants.filter(
    ({ isRefunded, startsAt, endsAt }) => !isRefunded && startsAt <= end && endsAt > end,
  );
  return next.length === 0
    ? end
    : gaplessEnd(grants, Math.max(...next.map(({ endsAt }) => endsAt)));
};

/** Computes the pass at `now` from all grants of a practice. */
export const computePassState = (grants: readonly GrantPeriod[], now: number): PassState => {
  const running = grants.filter((grant) => isRunning(grant, now));
  const starts = grants.filter((one) => isQueued(one, now)).map(({ startsAt }) => startsAt);
  const nextStart = starts.length === 0 ? undefined : Math.min(...starts);
  const first = broadestGrant(running);
  const plan = combinedPlan(running.map((grant) => grant.plan));
  if (!first || !plan) return { nextStart };
  const expiresAt = Math.min(...running.map(({ endsAt }) => endsAt), ...starts);
  return {
    pass: { id: first.id, plan, expiresAt, until: gaplessEnd(grants, now) },
    nextStart,
  };
};
