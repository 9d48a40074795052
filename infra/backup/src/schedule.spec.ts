import { describe, expect, it } from '@jest/globals';
import { intervalMs, isDrillDue } from './schedule.ts';

const now = new Date('2026-11-24T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

it('backs up twice in the time of which data may be lost', () => {
  expect(intervalMs({ rpoMinutes: 60 })).toBe(30 * 60_000);
});

describe('a drill', () => {
  it.each([
    ['none has run', undefined, undefined, true],
    ['the last good one is young', daysAgo(6), undefined, false],
    ['the last good one is old', daysAgo(7), undefined, true],
    ['one has just failed', daysAgo(8), daysAgo(0.5), false],
    ['one failed yesterday', daysAgo(8), daysAgo(1), true],
  ])('is due or not where %s', (_, ok, failed, due) => {
    expect(isDrillDue({ drillDays: 7 }, { ok, failed }, now)).toBe(due);
  });
});
