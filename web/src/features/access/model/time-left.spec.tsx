import { expect, it } from '@jest/globals';
import { clockOf } from '@/features/access/model/time-left';

it.each([
  [0, 0, '00:00'],
  [59, 0, '00:59'],
  [3_599, 0, '59:59'],
  [3_600, 0, '1:00:00'],
  [86_399, 0, '23:59:59'],
  [86_400, 1, '0:00:00'],
  [30 * 86_400 + 61, 30, '0:01:01'],
])('%i seconds are %i days and %s', (seconds, days, clock) => {
  expect(clockOf(seconds)).toEqual({ days, clock });
});
