import { describe, expect, it } from 'vitest';
import { intervalMs, isDrillDue, repeatBeside } from './schedule.ts';

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

describe('backups beside a drill', () => {
  it('go on until it has ended, and it may fail', async () => {
    const { promise: drill, reject } = Promise.withResolvers<never>();
    let backups = 0;
    const both = repeatBeside(drill, 1, () => {
      backups += 1;
      if (backups === 2) reject(new Error('the drill failed'));
      return Promise.resolve();
    });
    await expect(both).rejects.toThrow('the drill failed');
    expect(backups).toBe(2);
  });

  it('wait for their interval', async () => {
    let backups = 0;
    await repeatBeside(Promise.resolve(), 60_000, () => Promise.resolve(void (backups += 1)));
    expect(backups).toBe(0);
  });
});
