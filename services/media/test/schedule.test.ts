import { Schedules } from '@ctdb/chassis/jobs';
import { waitUntil } from '@ctdb/chassis/testing';
import { expect, it } from 'vitest';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { loadConfig } from '../src/config.js';
import { MAINTENANCE_QUEUE } from '../src/backups/audit-heads-reader.js';
import { createSchedules } from '../src/media-core.module.js';
import { testMedia } from './support/media.js';

const media = testMedia();
const retries = { attempts: 30, backoff: { type: 'fixed', delay: 60_000 } };
const queue = () => media.worker.get<Queue>(getQueueToken(MAINTENANCE_QUEUE));
const isRetried = async (id: string) =>
  (await queue().getJobScheduler(id))?.template?.opts?.attempts === retries.attempts;
const ids = (config: ReturnType<typeof loadConfig>) => createSchedules(config).map(({ id }) => id);

it.each(['full-backup', 'restore-drill'])(
  'the nightly backup and the weekly drill %s is tried again for half an hour',
  async (id) => {
    await waitUntil(() => isRetried(id));
    expect((await queue().getJobScheduler(id))?.template?.opts).toMatchObject(retries);
  },
);

it('the nightly backup and the weekly drill are updated if they were stored without retries', async () => {
  await waitUntil(() => isRetried('full-backup'));
  const { pattern, tz } = (await queue().getJobScheduler('full-backup')) ?? {};
  await queue().upsertJobScheduler('full-backup', { pattern, tz });
  expect(await isRetried('full-backup')).toBe(false);
  media.worker.get(Schedules).restore();
  await waitUntil(() => isRetried('full-backup'));
  expect(await queue().getJobScheduler('full-backup')).toMatchObject({ pattern });
});

it('the nightly backup and the weekly drill are left to an external schedule if the variables say `off`', () => {
  const config = loadConfig();
  expect(ids(config)).toEqual(expect.arrayContaining(['full-backup', 'restore-drill']));
  const backup = { ...config.backup, cron: undefined, drillCron: undefined };
  expect(ids({ ...config, backup })).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/backup$|drill$/)]),
  );
});
