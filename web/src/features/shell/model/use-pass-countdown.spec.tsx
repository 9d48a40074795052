import { expect, it } from 'vitest';
import { computeEnd, nextTickMs } from '@/features/shell/model/use-pass-countdown';

const HOUR_MS = 3_600_000;

it('the end is counted from the request, and is never when the server still said yes', () => {
  expect(computeEnd({ askedAt: 500, secondsLeft: 3_600 })).toBe(3_600_500);
  expect(computeEnd({ askedAt: 500, secondsLeft: 0 })).toBe(1_500);
});

it('the shown time changes with the next second, or each minute while hours are shown', () => {
  expect(nextTickMs(3_000)).toBe(1_000);
  expect(nextTickMs(2_999)).toBe(999);
  expect(nextTickMs(1)).toBe(1);
  expect(nextTickMs(3 * HOUR_MS)).toBe(60_000);
});
