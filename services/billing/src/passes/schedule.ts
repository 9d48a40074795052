import { itemDurationSeconds, type PurchaseItem, type Plan } from '@ctdb/contracts';
import { covers } from './capabilities.js';
import { byStart, isQueued, type Holding } from './holding.js';

/** How long the access of an item lasts, in milliseconds. */
export const lengthOf = (item: PurchaseItem): number => itemDurationSeconds(item) * 1_000;

/**
 * The earliest start, from `now` on, without an overlap with access that includes the plan, so that
 * no paid time is wasted.
 */
export const startOf = (
  { plan, length }: { plan: Plan; length: number },
  others: readonly Holding[],
  now: number,
): number => {
  const blockingGrants = others
    .filter((other) => !other.isRefunded && other.endsAt > now && covers(other.plan, plan))
    .sort(byStart);
  let start = now;
  for (const other of blockingGrants)
    if (other.startsAt < start + length) start = Math.max(start, other.endsAt);
  return start;
};

/** The next sequence number of a browser. */
export const nextSeq = (holdings: readonly Holding[]): number =>
  1 + Math.max(0, ...holdings.map(({ seq }) => seq));

/** A queued grant with an earlier start. */
export interface Advance {
  holding: Holding;
  startsAt: number;
}

/**
 * The first queued grant that can start earlier because an earlier grant was refunded. One at a
 * time, because later grants depend on its new start.
 */
export const nextAdvance = (holdings: readonly Holding[], now: number): Advance | undefined => {
  const freed = holdings.filter(({ isRefunded, endsAt }) => isRefunded && endsAt > now);
  for (const holding of holdings.filter((one) => isQueued(one, now)).sort(byStart)) {
    const { plan, startsAt: planned, endsAt } = holding;
    if (!freed.some((one) => byStart(one, holding) < 0 && covers(one.plan, plan))) continue;
    const ahead = holdings.filter((one) => byStart(one, holding) < 0);
    const startsAt = startOf({ plan, length: endsAt - planned }, ahead, now);
    if (startsAt < planned) return { holding, startsAt };
  }
  return undefined;
};
