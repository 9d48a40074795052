import { secondsOf, type PurchaseItem, type Plan } from '@ctdb/contracts';
import { covers } from './capabilities.js';
import { byStart, isQueued, type Holding } from './holding.js';

/** How long the access of an item lasts, in milliseconds. */
export const lengthOf = (item: PurchaseItem): number => secondsOf(item) * 1_000;

/**
 * The first moment, from `now` on, at which access of a plan fits without running beside access
 * that allows as much anyway: what is paid for is not used up meanwhile.
 */
export const startOf = (
  { plan, length }: { plan: Plan; length: number },
  others: readonly Holding[],
  now: number,
): number => {
  const inTheWay = others
    .filter((other) => !other.isRefunded && other.endsAt > now && covers(other.plan, plan))
    .sort(byStart);
  let start = now;
  for (const other of inTheWay)
    if (other.startsAt < start + length) start = Math.max(start, other.endsAt);
  return start;
};

/** The place behind all that a browser has ever been given. */
export const nextSeq = (holdings: readonly Holding[]): number =>
  1 + Math.max(0, ...holdings.map(({ seq }) => seq));

/** Access that begins sooner than it was to. */
export interface Advance {
  holding: Holding;
  startsAt: number;
}

/**
 * The first queued access that waits in vain: what was given before it was refunded. One at a time,
 * for those behind it depend on its new place.
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
