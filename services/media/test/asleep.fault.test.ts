import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil, type ServiceProcess } from '@ctdb/chassis/testing';
import { startFullBackup } from '@ctdb/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { BackupVerification } from '../src/backups/backup-verification.js';
import { backupsOf, ended, keep, runsOf } from './support/kept.js';
import { finished, put, testMedia, workerProcess } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia('none');
const IMAGES = 400;
/** After waking up, a worker does within this what it is going to do. */
const AWAKE_MS = 4_000;

const twoWorkers = () => [workerProcess(media.env), workerProcess(media.env)] as const;
let workers: readonly ServiceProcess[] = [];
afterEach(async () => {
  for (const worker of workers) await worker.kill();
});

describe('a worker that is paused until another one takes over', () => {
  it('changes nothing of the full backup that the other one has completed', async () => {
    await keep(media, IMAGES, 60_000);
    const images = await media.images.countDocuments({});
    // As if they were verified: only the full run is to make them.
    await media.images.updateMany({}, { $set: { backedUpAt: new Date(1) } });
    const [sleeper, other] = (workers = twoWorkers());
    await sleeper.start();
    const { id } = await media.call(startFullBackup, {});
    const run = async () => runsOf(media).findOne({ _id: new Types.ObjectId(id) });
    await waitUntil(
      async () => (await run())?.cursor instanceof Types.ObjectId,
      'it has not started',
      60_000,
    );
    sleeper.pause();
    const asleep = await run();
    expect(asleep?.status).toBe('running');
    await other.start();
    const done = await ended(media, id, 90_000);
    expect(done).toMatchObject({
      status: 'completed',
      totalImages: images,
      successfulBackups: images,
      failedBackups: 0,
    });
    // The event of its end is published later.
    const state = async () => ({
      run: { ...(await run()), outbox: [] },
      backups: await backupsOf(media).find({}).toArray(),
    });
    const before = await state();

    sleeper.resume();
    await pause(AWAKE_MS);
    expect(await state()).toEqual(before);
    const recount = media.service.get(BackupVerification);
    expect(await recount.run()).toMatchObject({ agrees: true, images, right: images });

    // The continued worker takes new runs.
    await other.kill();
    const again = await media.call(startFullBackup, {});
    expect(again.alreadyRunning).toBe(false);
    expect((await ended(media, again.id)).status).toBe('completed');
  }, 240_000);

  it('removes its own objects of an image that the other one has completed', async () => {
    const bytes = await photograph(4_000, 3_000);
    const [sleeper, other] = (workers = twoWorkers());
    await sleeper.start();
    const { uploadId, putUrl } = await media.begin();
    await put(putUrl, bytes);
    const result = finished(media, uploadId, bytes.length);
    const row = () => media.images.findOne({ uploadId });
    await waitUntil(async () => (await row())?.tries === 1, 'it has not started', 60_000);
    sleeper.pause();
    expect(await row()).toMatchObject({ state: 'processing' });
    await other.start();
    const { filename } = await result;
    const before = await row();

    sleeper.resume();
    await pause(AWAKE_MS);
    expect({ ...(await row()), backedUpAt: null, outbox: [] }).toEqual({
      ...before,
      backedUpAt: null,
      outbox: [],
    });
    const [name] = filename.split('.');
    const named = (await media.keys('images/')).filter((key) => key.startsWith(`images/${name}/`));
    expect(named).toHaveLength(3);
    const count = await media.images.countDocuments({});
    await waitUntil(
      async () => (await media.keys('images/')).length === 3 * count,
      'what the sleeper made is still there',
      20_000,
    );
  }, 120_000);
});
