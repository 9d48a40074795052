import {
  ACTIVATION_PERIOD_DAYS,
  type Capability,
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
export interface GrantPeriod {
  /** The purchase. */
  id: string;
  item: PurchaseItem;
  plan: Plan;
  /** Sequence number among the practice's grants. */
  seq: number;
  startsAt: number;
  /** The end, exclusive. */
  endsAt: number;
  /** Refunded: it allows nothing and delays no other grant. */
  isRefunded: boolean;
  /** When the access ended or will end: at its end, or when it was refunded. */
  accessEndsAt: number;
}

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
export const toGrantPeriod = ({
  _id,
  item,
  state,
  changedAt,
  grant,
}: PurchaseWithGrant): GrantPeriod => ({
  id: _id.toHexString(),
  item,
  plan: purchaseItems[item].plan,
  seq: grant.seq,
  startsAt: grant.startsAt.getTime(),
  endsAt: grant.endsAt.getTime(),
  isRefunded: state !== 'paid',
  accessEndsAt: Math.min(grant.endsAt.getTime(), state === 'paid' ? Infinity : changedAt.getTime()),
});

/** Purchases that were paid before this time and never activated are forfeited. */
export const activationCutoff = (now: number): Date =>
  new Date(now - ACTIVATION_PERIOD_DAYS * 86_400_000);
