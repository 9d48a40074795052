import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Types } from 'mongoose';
import type { MediaConfig } from '../config.js';
import type { RunRecord } from './run.record.js';
import type { RunsRepository } from './runs.repository.js';
import { RunSchedule, type RunsService, type StartRunRequest } from './runs.service.js';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 0, day, hour, minute);

beforeEach(() => void vi.useFakeTimers({ now: at(5, 12) }));
afterEach(() => void vi.useRealTimers());

/** What is started at some times, where the last full backup is `last`; the drill is left to an external schedule. */
const startedAt = async (last: Partial<RunRecord> | null, ...times: Date[]) => {
  const started: StartRunRequest[] = [];
  const schedule = new RunSchedule(
    { backup: { cron: '0 2 * * *' } } as MediaConfig,
    {
      findNewest: async () => last,
      findFirstCopy: async () => at(5, 12),
    } as unknown as RunsRepository,
    { start: async (run: StartRunRequest) => started.push(run) } as unknown as RunsService,
  );
  for (const time of times) await schedule.startDue(time);
  return started;
};

it('the schedule starts the first full backup at the time after the first copy, and no drill that is `off`', async () => {
  expect(await startedAt(null, at(6, 1, 59))).toEqual([]);
  expect(await startedAt(null, at(6, 2))).toMatchObject([{ type: 'full' }]);
});

it('the schedule makes up for a missed backup, and starts one of each night', async () => {
  const last = { endTime: at(2, 3) };
  expect(await startedAt(last, at(3, 1))).toEqual([]);
  const ids = (await startedAt(last, at(5, 13), at(5, 14))).map(({ id }) => id as Types.ObjectId);
  // The same id starts nothing new.
  expect(ids[0]?.equals(ids[1] ?? '')).toBe(true);
  // Another clock, behind the one of the start, has ended it.
  const ended = { startTime: at(6, 2), endTime: at(6, 1, 59) };
  expect(await startedAt(ended, at(6, 3))).toEqual([]);
});

it('the schedule starts nothing for a night in which a backup runs', async () => {
  expect(await startedAt({}, at(6, 3))).toEqual([]);
  expect(await startedAt({ endTime: at(6, 5) }, at(6, 6))).toEqual([]);
});
