import { describe, expect, it } from '@jest/globals';
import { Backoff } from './backoff.ts';

const delays = (backoff: Backoff, count: number) =>
  Array.from({ length: count }, () => backoff.delay(1_000));

describe('Backoff', () => {
  it('restarts at once at first, then waits twice as long each time, at most 10 s', () => {
    expect(delays(new Backoff(), 9)).toEqual([
      100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000,
    ]);
  });

  it('begins anew after 30 s of health', () => {
    const backoff = new Backoff();
    delays(backoff, 5);
    expect(backoff.delay(29_999)).toBe(3_200);
    expect(backoff.delay(30_000)).toBe(100);
    expect(backoff.delay(10)).toBe(200);
  });
});
