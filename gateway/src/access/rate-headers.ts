import { DomainError } from '@ctdb/contracts';
import type { Admitted } from './admission-batch.js';

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1_000));

/** What is left of a limit, as draft-ietf-httpapi-ratelimit-headers writes it. */
export const rateHeaders = ({ used, limit, windowLeftMs }: Admitted): Record<string, string> => ({
  'ratelimit-policy': `"minute";q=${limit};w=60`,
  ratelimit: `"minute";r=${Math.max(0, limit - used)};t=${seconds(windowLeftMs)}`,
});

/** Throws `RATE_LIMITED` where the limit is used up. */
export const requireRate = ({ used, limit, windowLeftMs }: Admitted): void => {
  if (used > limit) throw new DomainError('RATE_LIMITED', { retryAfter: seconds(windowLeftMs) });
};
