import { type Plan, type PurchaseItem, itemDurationSeconds } from '@ctdb/contracts';
import { compareByStart, includesPlan, type GrantPeriod, isQueued } from './grant-period.js';

/** How long the access of an item lasts, in milliseconds. */
export const durationMs = (item: PurchaseItem): number => itemDurationSeconds(item) * 1_000;

/**
 * The earliest start, from `now` on, without an overlap with access that includes the plan, so that
 * no paid time is wasted.
 */
export const computeStart = (
  { plan, length }: { plan: Plan; length: number },
  others: readonly GrantPeriod[],
  now: number,
): number => {
  const blockingGrants = others
    .filter((other) => !other.isRefunded && other.endsAt > now && includesPlan(other.plan, plan))
    .sort(compareByStart);
  let start = now;
  for (const other of blockingGrants)
    if (other.startsAt < start + length) start = Math.max(start, other.endsAt);
  return start;
};

/** The next sequence number of a practice. */
export const nextSeq = (grants: readonly GrantPeriod[]): number =>
  1 + Math.max(0, ...grants.map(({ seq }) => seq));

/** A queued grant with an earlier start. */
export interface Reschedule {
  grant: GrantPeriod;
  startsAt: number;
}

/**
 * The first queued grant that can start earlier because an earlier grant was refunded. One at a
 * time, because later grants depend on its new start.
 */
export const nextReschedule = (
  grants: readonly GrantPeriod[],
  now: number,
): Reschedule | undefined => {
  const freed = grants.filter(({ isRefunded, endsAt }) => isRefunded && endsAt > now);
  for (const queued of grants.filter((one) => isQueued(one, now)).sort(compareByStart)) {
    const { plan, startsAt: planned, endsAt } = queued;
    if (!freed.some((one) => compareByStart(one, queued) < 0 && includesPlan(one.plan, plan)))
      continue;
    const ahead = grants.filter((one) => compareByStart(one, queued) < 0);
    const startsAt = computeStart({ plan, length: endsAt - planned }, ahead, now);
    if (startsAt < planned) return { grant: queued, startsAt };
  }
  return undefined;
};
