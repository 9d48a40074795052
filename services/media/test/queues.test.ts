import { startTestService, waitUntil } from '@ctdb/chassis/testing';
import { finishUpload, getMediaQueues, mediaQueues, startFullBackup } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { BackupQueue } from '../src/backups/backup-queue.js';
import { WorkerModule } from '../src/worker.module.js';
import { keep } from './support/kept.js';
import { testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia('none');
const states = async () => (await media.call(getMediaQueues, {})).queues;
const empty = { waiting: 0, active: 0, delayed: 0, failed: 0 };

it('the queues are counted while no worker runs, and are empty afterwards', async () => {
  expect(await states()).toEqual(mediaQueues.map((name) => ({ name, ...empty })));

  const bytes = await photograph(60, 40);
  const { uploadId } = await media.stage(bytes);
  const image = media.call(finishUpload, { uploadId, bytes: bytes.length });
  for (const { _id } of await keep(media, 3)) await media.service.get(BackupQueue).add([_id]);
  await media.call(startFullBackup, {});
  await waitUntil(async () => (await states())[0]?.waiting === 1);
  expect(await states()).toEqual([
    { name: 'process', ...empty, waiting: 1 },
    { name: 'backup', ...empty, waiting: 3 },
    { name: 'runs', ...empty, waiting: 1 },
  ]);

  await startTestService(WorkerModule, media.env);
  await image;
  const atWork = async () => (await states()).filter(({ waiting, active }) => waiting + active > 0);
  await waitUntil(async () => (await atWork()).length === 0, 'jobs are left', 30_000);
  expect(await states()).toMatchObject([empty, empty, empty]);
}, 90_000);
