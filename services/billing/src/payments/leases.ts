import { randomUUID } from 'node:crypto';
import type { Lease } from '../purchases/purchase-changes.js';

/**
 * Creates a lease from `now` for `length` milliseconds. It is longer than usual calls of the provider
 * and short enough to finish the work of a crashed worker within 30 s. If a worker takes longer, the
 * second worker does no harm: the request ids are the same, and transitions are conditional.
 */
export const newLease = (now: number, length: number): Lease => ({
  id: randomUUID(),
  until: new Date(now + length),
});

const MAX_WAIT_MS = 600_000;

/**
 * The time of the next check of a purchase without an outcome: at once at first, later after a
 * quarter of its age. `since` and `now` in milliseconds since the epoch.
 */
export const nextLook = (since: number, now: number): number =>
  now + Math.min(MAX_WAIT_MS, Math.max(0, now - since) / 4);
