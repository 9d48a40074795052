import type { Plan, PurchaseItem } from '@ctdb/contracts';

/** A grant of a browser with its times in milliseconds since the epoch, by the clock of Redis. */
export interface Holding {
  /** The purchase. */
  id: string;
  item: PurchaseItem;
  plan: Plan;
  /** Sequence number among the browser's grants. */
  seq: number;
  startsAt: number;
  /** The end, exclusive. */
  endsAt: number;
  /** Refunded: it allows nothing and delays no other grant. */
  isRefunded: boolean;
}

/** Whether the grant is active at `now`. */
export const isRunning = ({ startsAt, endsAt, isRefunded }: Holding, now: number): boolean =>
  !isRefunded && startsAt <= now && now < endsAt;

/** Whether the grant starts after `now`. */
export const isQueued = ({ startsAt, isRefunded }: Holding, now: number): boolean =>
  !isRefunded && startsAt > now;

/** Compares by start, then by sequence number. */
export const byStart = (one: Holding, other: Holding): number =>
  one.startsAt - other.startsAt || one.seq - other.seq;
