import { expect, it } from 'vitest';
import { rateLimitHeaders, requireRateLimit } from './admission.js';

const minute = (used: number, windowLeftMs = 12_001) =>
  ({ name: 'minute', windowMs: 60_000, used, limit: 60, windowLeftMs }) as const;
const quota = (used: number) =>
  ({ name: 'images', windowMs: 3_600_000, used, limit: 90, windowLeftMs: 1_800_000 }) as const;

it('a rate limit is described in the headers', () => {
  expect(rateLimitHeaders([minute(1)])).toEqual({
    'ratelimit-policy': '"minute";q=60;w=60',
    ratelimit: '"minute";r=59;t=13',
  });
  expect(rateLimitHeaders([minute(99)])['ratelimit']).toBe('"minute";r=0;t=13');
});

it('a rate limit is described beside the quota', () => {
  expect(rateLimitHeaders([minute(1), quota(91)])).toEqual({
    'ratelimit-policy': '"minute";q=60;w=60, "images";q=90;w=3600',
    ratelimit: '"minute";r=59;t=13, "images";r=0;t=1800',
  });
});

it('a rate limit allows the last request', () => {
  expect(() => requireRateLimit([minute(60), quota(90)])).not.toThrow();
});

it.each([
  ['soon', [minute(61), quota(90)], { retryAfter: 13 }],
  ['in a second at least', [minute(61, 0)], { retryAfter: 1 }],
  ['by the quota that is used up', [minute(1), quota(91)], { retryAfter: 1_800, quota: 'images' }],
  ['by it beyond both', [minute(61), quota(91)], { retryAfter: 1_800, quota: 'images' }],
])('a rate limit says when to come back: %s', (_, limits, params) => {
  const error = expect.objectContaining({ code: 'RATE_LIMITED', params });
  expect(() => requireRateLimit(limits)).toThrow(error);
});
