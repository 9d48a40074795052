import { randomUUID } from 'node:crypto';
import type { Lease } from '../purchases/purchase-changes.js';

/**
 * A lease that begins at `now` and lasts `length` milliseconds: longer than the provider's calls
 * usually take, short enough that what a dead worker leaves is finished within 30 s. Should a living
 * one take longer, the second does no harm: the request ids are the same, and steps are conditional.
 */
export const newLease = (now: number, length: number): Lease => ({
  id: randomUUID(),
  until: new Date(now + length),
});

const MAX_WAIT_MS = 600_000;

/**
 * When a purchase is looked at again whose outcome is still open: at once at first, and the
 * more rarely the longer it takes. `since` and `now` in milliseconds since the epoch.
 */
export const nextLook = (since: number, now: number): number =>
  now + Math.min(MAX_WAIT_MS, Math.max(0, now - since) / 4);
