import type { Plan, PurchaseItem } from '@ctdb/contracts';

/** A purchase's access as a browser holds it. Milliseconds since the epoch, by the clock of Redis. */
export interface Holding {
  /** The purchase. */
  id: string;
  item: PurchaseItem;
  plan: Plan;
  /** Place among the browser's grants. */
  seq: number;
  startsAt: number;
  /** The first moment at which it is over. */
  endsAt: number;
  /** The money was given back: it allows nothing, and nothing waits for it. */
  isRefunded: boolean;
}

/** Whether it allows something at the moment `now`. */
export const isRunning = ({ startsAt, endsAt, isRefunded }: Holding, now: number): boolean =>
  !isRefunded && startsAt <= now && now < endsAt;

/** Whether it waits for another one to end. */
export const isQueued = ({ startsAt, isRefunded }: Holding, now: number): boolean =>
  !isRefunded && startsAt > now;

/** By the moment at which they begin, then by the order in which they were given. */
export const byStart = (one: Holding, other: Holding): number =>
  one.startsAt - other.startsAt || one.seq - other.seq;
