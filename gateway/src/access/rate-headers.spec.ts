import { describe, expect, it } from '@jest/globals';
import { rateHeaders, requireRate } from './rate-headers.js';

const admitted = (used: number, windowLeftMs = 12_001) => ({
  session: null,
  pass: null,
  used,
  limit: 60,
  windowLeftMs,
  now: 0,
});

describe('a limit', () => {
  it('tells what is left of it', () => {
    expect(rateHeaders(admitted(1))).toEqual({
      'ratelimit-policy': '"minute";q=60;w=60',
      ratelimit: '"minute";r=59;t=13',
    });
    expect(rateHeaders(admitted(99))['ratelimit']).toBe('"minute";r=0;t=13');
  });

  it('lets the last one in and the next one not', () => {
    expect(() => requireRate(admitted(60))).not.toThrow();
    expect(() => requireRate(admitted(61))).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED', params: { retryAfter: 13 } }),
    );
    expect(() => requireRate(admitted(61, 0))).toThrow(
      expect.objectContaining({ params: { retryAfter: 1 } }),
    );
  });
});
