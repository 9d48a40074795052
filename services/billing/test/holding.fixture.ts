import { purchaseItems, type PurchaseItem } from '@ctdb/contracts';
import type { Holding } from '../src/passes/holding.js';
import { lengthOf } from '../src/passes/schedule.js';

/** An hour, in milliseconds. */
export const HOUR = 3_600_000;
/** A day, in milliseconds. */
export const DAY = 24 * HOUR;

let last = 0;

/** Access of an item that begins at `startsAt`; the later made, the higher its place. */
export const holding = (
  item: PurchaseItem,
  startsAt: number,
  overrides: Partial<Holding> = {},
): Holding => {
  last += 1;
  return {
    id: `purchase-${last}`,
    item,
    plan: purchaseItems[item].plan,
    seq: last,
    startsAt,
    endsAt: startsAt + lengthOf(item),
    isRefunded: false,
    ...overrides,
  };
};
