import { AppLogger } from '@ctdb/chassis';
import { describe, expect, it } from '@jest/globals';
import { MEDIA_CONFIG, type MediaConfig } from '../src/config.js';
import { RunBell } from '../src/runs/run-bell.js';
import { RunSchedule } from '../src/runs/run-schedule.js';
import { testMedia } from './support/media.js';

const media = testMedia('inside');
const retries = { attempts: 30, backoff: { type: 'fixed', delay: 60_000 } };
const keep = () => media.worker.get(RunSchedule).run();
const queue = () => media.worker.get(RunBell).queue;
const waiting = async () => (await queue().getDelayed()).map(({ id, opts }) => ({ id, opts }));

describe('the nightly backup and the weekly drill', () => {
  it('are tried again for half an hour, and left alone where they are right', async () => {
    await keep();
    const jobs = await waiting();
    expect(jobs).toMatchObject([{ opts: retries }, { opts: retries }]);
    await keep();
    expect(await waiting()).toEqual(jobs);
  });

  it('are renewed where they were stored without that', async () => {
    await keep();
    const stored = await queue().getJobScheduler('full');
    const pattern = stored?.pattern ?? '';
    const template = { name: 'start', data: { start: 'full' as const } };
    await queue().upsertJobScheduler('full', { pattern }, template);
    expect(await waiting()).not.toMatchObject([{ opts: retries }, { opts: retries }]);
    await keep();
    expect(await waiting()).toMatchObject([{ opts: retries }, { opts: retries }]);
    expect(await queue().getJobScheduler('full')).toMatchObject({ pattern, name: 'start' });
  });

  it('are dropped where somebody else begins them', async () => {
    await keep();
    const worker = media.worker;
    const config = worker.get<MediaConfig>(MEDIA_CONFIG);
    const backup = { ...config.backup, cron: undefined, drillCron: undefined };
    const logger = worker.get(AppLogger);
    await new RunSchedule(worker.get(RunBell), logger, { ...config, backup }).run();
    expect(await queue().getJobSchedulers()).toEqual([]);
    expect(await waiting()).toEqual([]);
    await keep();
  });
});
