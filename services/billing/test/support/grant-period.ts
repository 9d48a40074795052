import { type PurchaseItem, purchaseItems } from '@ctdb/contracts';
import { durationMs, type GrantPeriod } from '../../src/passes/schedule.js';

/** An hour, in milliseconds. */
export const HOUR = 3_600_000;
/** A day, in milliseconds. */
export const DAY = 24 * HOUR;

let last = 0;

/** Access of an item that begins at `startsAt`; the later made, the higher its place. */
export const grantPeriod = (
  item: PurchaseItem,
  startsAt: number,
  overrides: Partial<GrantPeriod> = {},
): GrantPeriod => {
  last += 1;
  return {
    id: `purchase-${last}`,
    item,
    plan: purchaseItems[item].plan,
    seq: last,
    startsAt,
    endsAt: startsAt + durationMs(item),
    accessEndsAt: startsAt + durationMs(item),
    isRefunded: false,
    ...overrides,
  };
};
