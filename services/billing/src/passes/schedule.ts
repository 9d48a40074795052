import { itemDurationSeconds, type PurchaseItem, purchaseItems } from '@ctdb/contracts';
import { compareByStart, includesPlan, type GrantPeriod, isQueued } from './grant-period.js';

/** How long the access of an item lasts, in milliseconds. */
export const durationMs = (item: PurchaseItem): number => itemDurationSeconds(item) * 1_000;

/**
 * The earliest start of an item, from `now` on, without an overlap with access that includes its plan, so
 * that no paid time is wasted.
 */
export const computeStart = (
  item: PurchaseItem,
  others: readonly GrantPeriod[],
  now: number,
): number => {
  const { plan } = purchaseItems[item];
  const blockingGrants = others
    .filter((other) => !other.isRefunded && other.endsAt > now && includesPlan(other.plan, plan))
    .sort(compareByStart);
  let start = now;
  for (const other of blockingGrants)
    if (other.startsAt < start + durationMs(item)) start = Math.max(start, other.endsAt);
  return start;
};

/** The next sequence number of a practice. */
export const nextSeq = (grants: readonly GrantPeriod[]): number =>
  1 + Math.max(0, ...grants.map(({ seq }) => seq));

/** A queued grant as it is, and with another start and sequence number. */
export interface Reschedule {
  from: GrantPeriod;
  to: GrantPeriod;
}

/**
 * The queued grants that start at another time: earlier, if a grant before them was refunded; if `isJoined`,
 * behind all that has come to their practice.
 */
export const reschedule = (
  grants: readonly GrantPeriod[],
  now: number,
  isJoined = false,
): Reschedule[] => {
  const freed = grants.filter(({ isRefunded, endsAt }) => isRefunded && endsAt > now);
  const placed = grants.filter((grant) => !isQueued(grant, now));
  const changes: Reschedule[] = [];
  for (const from of grants.filter((grant) => isQueued(grant, now)).sort(compareByStart)) {
    const startsAt = computeStart(from.item, placed, now);
    const isFreed = freed.some(
      (other) => compareByStart(other, from) < 0 && includesPlan(other.plan, from.plan),
    );
    const isMoved = isJoined ? startsAt !== from.startsAt : isFreed && startsAt < from.startsAt;
    const seq = nextSeq([...grants, ...placed]);
    const to = isMoved
      ? { ...from, seq, startsAt, endsAt: startsAt + durationMs(from.item) }
      : from;
    placed.push(to);
    if (isMoved) changes.push({ from, to });
  }
  return changes;
};
