import { expect, it } from 'vitest';
import { formatRemaining } from './remaining';

const DAY = 86_400;

it.each([
  [0, 0, '00:00'],
  [1, 0, '00:01'],
  [59, 0, '00:59'],
  [3_599, 0, '59:59'],
  [3_600, 0, '1:00:00'],
  [DAY - 1, 0, '23:59:59'],
  [DAY, 1, '0:00:00'],
  [30 * DAY + 61, 30, '0:01:01'],
])('%i seconds are %i days and %s', (seconds, days, clock) => {
  expect(formatRemaining(seconds)).toEqual({ days, clock });
});

it('counts hours beyond a day if days are shown only later', () => {
  expect(formatRemaining(2 * DAY - 1, 2)).toEqual({ days: 0, clock: '47:59:59' });
  expect(formatRemaining(2 * DAY, 2).days).toBe(2);
});
