import {
  ACTIVATION_PERIOD_DAYS,
  type Capability,
  itemDurationSeconds,
  type Plan,
  planCapabilities,
  plans,
  type PurchaseItem,
  purchaseItems,
} from '@ctdb/contracts';
import type { Grant, PurchaseRecord } from '../purchases/purchase.record.js';

const getCapabilities = (plan: Plan): readonly Capability[] => planCapabilities[plan];

/** How many things a plan allows. */
export const capabilityCount = (plan: Plan): number => getCapabilities(plan).length;

/** Whether `plan` allows everything that `other` allows. */
export const includesPlan = (plan: Plan, other: Plan): boolean =>
  getCapabilities(other).every((capability) => getCapabilities(plan).includes(capability));

/** The smallest plan that allows what all of `running` allow together; `undefined` of none. */
export const combinedPlan = (running: readonly Plan[]): Plan | undefined => {
  if (running.length === 0) return undefined;
  return plans
    .filter((plan) => running.every((other) => includesPlan(plan, other)))
    .sort((one, other) => capabilityCount(one) - capabilityCount(other))[0];
};

/** A grant of a practice with its times in milliseconds since the epoch, by the clock of Redis. */
export type GrantPeriod = ReturnType<typeof toGrantPeriod>;

/** Whether the grant is active at `now`. */
export const isRunning = ({ startsAt, endsAt, isRefunded }: GrantPeriod, now: number): boolean =>
  !isRefunded && startsAt <= now && now < endsAt;

/** Whether the grant starts after `now`. */
export const isQueued = ({ startsAt, isRefunded }: GrantPeriod, now: number): boolean =>
  !isRefunded && startsAt > now;

/** Compares by start, then by sequence number. */
export const compareByStart = (one: GrantPeriod, other: GrantPeriod): number =>
  one.startsAt - other.startsAt || one.seq - other.seq;

/** A purchase with a grant. */
export type PurchaseWithGrant = PurchaseRecord & { grant: Grant };

/** Whether the purchase has a grant. */
export const hasGrant = (purchase: PurchaseRecord | null): purchase is PurchaseWithGrant =>
  purchase?.grant !== undefined;

/** Maps a row for the schedule. */
export const toGrantPeriod = ({ _id, item, state, changedAt, grant }: PurchaseWithGrant) => ({
  /** The purchase. */
  id: _id.toHexString(),
  item,
  plan: purchaseItems[item].plan,
  /** Sequence number among the practice's grants. */
  seq: grant.seq,
  startsAt: grant.startsAt.getTime(),
  /** The end, exclusive. */
  endsAt: grant.endsAt.getTime(),
  /** Refunded: it allows nothing and delays no other grant. */
  isRefunded: state !== 'paid',
  /** When the access ended or will end: at its end, or when it was refunded. */
  accessEndsAt: Math.min(grant.endsAt.getTime(), state === 'paid' ? Infinity : changedAt.getTime()),
});

/** Purchases that were paid before this time and never activated are forfeited. */
export const activationCutoff = (now: number): Date =>
  new Date(now - ACTIVATION_PERIOD_DAYS * 86_400_000);

/** How long the access of an item lasts, in milliseconds. */
export const durationMs = (item: PurchaseItem): number => itemDurationSeconds(item) * 1_000;

/**
 * The earliest start of an item, from `now` on, without an overlap with access that includes its plan, so
 * that no paid time is wasted.
 */
export const computeStart = (item: PurchaseItem, others: readonly GrantPeriod[], now: number) => {
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
export type Reschedule = { from: GrantPeriod; to: GrantPeriod };

/**
 * The queued grants that start at another time: earlier, if a grant before them was refunded; if `isJoined`,
 * behind all that has come to their practice.
 */
export const reschedule = (grants: readonly GrantPeriod[], now: number, isJoined = false) => {
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

/**
 * Computes the pass at `now` from all grants of a practice, absent without active access; and the start of the
 * next queued grant, if there is one.
 */
export const computePassState = (grants: readonly GrantPeriod[], now: number) => {
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
