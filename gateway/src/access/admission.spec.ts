import { describe, expect, it } from '@jest/globals';
import { rateLimitHeaders, requireRateLimit } from './admission.js';

const count = (used: number, windowLeftMs = 12_001) => ({ used, limit: 60, windowLeftMs });

describe('a rate limit', () => {
  it('is described in the headers', () => {
    expect(rateLimitHeaders(count(1))).toEqual({
      'ratelimit-policy': '"minute";q=60;w=60',
      ratelimit: '"minute";r=59;t=13',
    });
    expect(rateLimitHeaders(count(99))['ratelimit']).toBe('"minute";r=0;t=13');
  });

  it('allows the last request and rejects the next one', () => {
    expect(() => requireRateLimit(count(60))).not.toThrow();
    expect(() => requireRateLimit(count(61))).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED', params: { retryAfter: 13 } }),
    );
    expect(() => requireRateLimit(count(61, 0))).toThrow(
      expect.objectContaining({ params: { retryAfter: 1 } }),
    );
  });
});
