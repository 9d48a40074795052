import { expect, it } from 'vitest';
import type { Journal } from './journal.ts';
import { intervalMs, readDrillDue, readPruneDue, repeatBeside } from './schedule.ts';
import type { Settings } from './settings.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

it('backs up twice in the time of which data may be lost', () => {
  expect(intervalMs({ rpoMinutes: 60 })).toBe(30 * 60_000);
});

it.each([
  ['none has run', undefined, undefined, true],
  ['the last good one is young', daysAgo(6), undefined, false],
  ['the last good one is old', daysAgo(7), undefined, true],
  ['one has just failed', daysAgo(8), daysAgo(0.5), false],
  ['one failed yesterday', daysAgo(8), daysAgo(1), true],
])('a drill is due or not where %s', async (_, ok, failed, due) => {
  const lastStart = async (_run: string, outcome: 'ok' | 'failed') => ({ ok, failed })[outcome];
  const journal = { lastStart } as unknown as Journal;
  expect(await readDrillDue({ drillDays: 7 }, journal)).toBe(due);
});

it.each([
  [undefined, false, true],
  [0.9, false, false],
  [1, false, true],
  [1, true, false],
])(
  '%s days after the last prune, append-only %s, one is due: %s',
  async (days, appendOnly, due) => {
    const last = days === undefined ? undefined : daysAgo(days);
    const journal = { lastStart: () => Promise.resolve(last) } as unknown as Journal;
    expect(await readPruneDue({ repository: { appendOnly } } as Settings, journal)).toBe(due);
  },
);

it('backups beside a drill go on until it has ended, and wait for their interval', async () => {
  const { promise: drill, reject } = Promise.withResolvers<never>();
  let backups = 0;
  const backUp = () => {
    backups += 1;
    if (backups === 2) reject(new Error('the drill failed'));
    return Promise.resolve();
  };
  await expect(repeatBeside(drill, 1, backUp)).rejects.toThrow('the drill failed');
  await repeatBeside(Promise.resolve(), 60_000, backUp);
  expect(backups).toBe(2);
});
