import { describe, expect, it } from 'vitest';
import { computeEnd, nextTickMs } from '@/features/pass-countdown/model/use-pass-countdown';

const DAY_MS = 86_400_000;

describe('the end', () => {
  it('is counted from the moment of the request', () => {
    expect(computeEnd({ askedAt: 500, secondsLeft: 3_600 })).toBe(3_600_500);
  });

  it('is never in the very moment in which the server still said yes', () => {
    expect(computeEnd({ askedAt: 500, secondsLeft: 0 })).toBe(1_500);
  });
});

describe('the wait for the next shown time', () => {
  it('ends when the next second begins', () => {
    expect(nextTickMs(3_000)).toBe(1_000);
    expect(nextTickMs(2_999)).toBe(999);
    expect(nextTickMs(1)).toBe(1);
  });

  it('is a minute while only days are shown', () => {
    expect(nextTickMs(20 * DAY_MS)).toBe(60_000);
  });
});
