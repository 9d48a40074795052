import { expect, it } from 'vitest';
import { DAY, grantPeriod, HOUR } from '../../test/support/grant-period.js';
import { computeStart, durationMs, nextSeq, reschedule } from './schedule.js';

const NOW = 1_800_000_000_000;
const running = grantPeriod('hourly', NOW - HOUR + 1);
const year = grantPeriod('professional_yearly', NOW - DAY);
const isRefunded = true;

it('lengths are exact', () => {
  const items = ['hourly', 'premium_monthly', 'professional_yearly'] as const;
  expect(items.map(durationMs)).toEqual([3_600_000, 30 * DAY, 365 * DAY]);
});

it.each([
  ['at once where something is over', [grantPeriod('hourly', NOW - HOUR)], NOW],
  ['behind what allows as much, after its last millisecond', [running], NOW + 1],
  ['behind a queue', [grantPeriod('hourly', running.endsAt), running], NOW + 1 + HOUR],
  ['behind what allows more', [year], year.endsAt],
  ['in a gap that is long enough', [grantPeriod('hourly', NOW + HOUR)], NOW],
  ['behind a gap that is too short', [grantPeriod('hourly', NOW + HOUR - 1)], NOW + 2 * HOUR - 1],
])('new access begins %s', (_where, grants, start) => {
  expect(computeStart('hourly', grants, NOW)).toBe(start);
});

it('new access gets the next place', () => {
  expect(nextSeq([])).toBe(1);
  const gone = grantPeriod('hourly', NOW - DAY, { seq: 7, isRefunded });
  expect(nextSeq([grantPeriod('hourly', NOW, { seq: 3 }), gone])).toBe(8);
});

const refunded = grantPeriod('hourly', NOW - 60_000, { isRefunded });
const queued = grantPeriod('hourly', NOW + HOUR);

it.each([
  ['waits for another one', [refunded, year, grantPeriod('hourly', year.endsAt)]],
  ['was bought before it', [queued, grantPeriod('hourly', NOW + 2 * HOUR, { isRefunded })]],
  ['never waited for it', [grantPeriod('premium_monthly', NOW - DAY, { isRefunded }), queued]],
  ['waits behind a gap, without a refund', [queued]],
  ['comes long after it', [grantPeriod('hourly', NOW - HOUR, { isRefunded }), queued]],
])('after a refund what %s stays', (_what, grants) => {
  expect(reschedule(grants, NOW)).toEqual([]);
});
