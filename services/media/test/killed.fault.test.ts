import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { emptyRedis, killRounds, seededRandom, waitUntil } from '@ctdb/chassis/testing';
import { getImageUrl, startFullBackup } from '@ctdb/contracts';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { beforeAll, describe, expect, it } from 'vitest';
import { BACKUP_QUEUE, type BackupJob } from '../src/backups/backup-queue.js';
import { BackupWriter } from '../src/backups/backup-writer.js';
import { backupFolder, ended, keep, runsOf } from './support/kept.js';
import { finished, testMedia, workerProcess } from './support/media.js';
import { photograph } from './support/pictures.js';

// That the work of a dead or paused worker continues, once, is chassis/test/jobs.fault.test.ts: here is what it leaves
// in storage and on disk.
const media = testMedia('none');
const [worker, other] = [workerProcess(media.env), workerProcess(media.env)];
const random = seededRandom();
beforeAll(() => worker.start(), 90_000);

const staged = async (bytes: Buffer) => (await media.stage(bytes)).uploadId;
const rowOf = (uploadId: string) => media.images.findOne({ uploadId });
const isAtWork = (uploadId: string) =>
  waitUntil(async () => ((await rowOf(uploadId))?.tries ?? 0) > 0, 'idle', 60_000);

it.each(Array.from({ length: killRounds(1) }, () => random(700)))(
  'an upload whose worker is killed %i ms into it and Redis emptied is lost by nothing and done once, awaited or not',
  async (moment) => {
    const bytes = await photograph(2_000, 1_500);
    const awaited = [await staged(bytes), await staged(bytes)];
    const unawaited = await staged(bytes);
    const results = awaited.map((uploadId) => finished(media, uploadId, bytes.length));
    await Promise.race(awaited.map(isAtWork));
    await pause(moment);
    await worker.kill();
    // Its client is gone, and what the queue knew as well.
    const waiting = { state: 'processing', queuedAt: new Date(0) } as const;
    await media.images.updateOne({ uploadId: unawaited }, { $set: waiting });
    await emptyRedis(media.env);
    await worker.start();
    await Promise.all(results);
    for (const uploadId of [...awaited, unawaited]) {
      const isReady = async () => (await rowOf(uploadId))?.state === 'ready';
      await waitUntil(isReady, 'not ready', 60_000);
      expect(await media.images.countDocuments({ uploadId })).toBe(1);
      const { filename = '' } = (await rowOf(uploadId)) ?? {};
      for (const size of ['master', 'display', 'thumb'] as const) {
        const place = await media.call(getImageUrl, { filename, size });
        const answer = await fetch(place.getUrl);
        expect((await answer.arrayBuffer()).byteLength).toBe(place.size);
      }
    }
  },
  180_000,
);

it('an upload whose worker is paused until another one has completed it removes its own objects', async () => {
  const [bytes] = await Promise.all([photograph(2_000, 1_500), other.start()]);
  other.pause();
  const uploadId = await staged(bytes);
  const before = await media.keys('images/');
  const result = finished(media, uploadId, bytes.length);
  await isAtWork(uploadId);
  worker.pause();
  expect(await rowOf(uploadId)).toMatchObject({ state: 'processing' });
  other.resume();
  const { filename } = await result;
  const ready = await rowOf(uploadId);
  worker.resume();
  await worker.stop();
  await other.stop();
  expect(await rowOf(uploadId)).toMatchObject({
    ...ready,
    backedUpAt: expect.anything(),
    outbox: expect.anything(),
  });
  const own = (await media.keys('images/')).filter((key) => !before.includes(key));
  expect(own).toHaveLength(3);
  const [name = ''] = filename.split('.');
  for (const key of own) expect(key).toContain(name);
}, 120_000);

describe('a full backup whose worker is killed', () => {
  const IMAGES = 100;
  /** Which file each whole backup is. */
  const filesNow = async (): Promise<Map<string, number>> => {
    const names = await readdir(backupFolder(), { recursive: true }).catch(() => []);
    const whole = names.filter((name) => name.endsWith('.webp'));
    const inodes = whole.map(async (name) => (await stat(join(backupFolder(), name))).ino);
    return new Map((await Promise.all(inodes)).map((inode, index) => [whole[index] ?? '', inode]));
  };
  const startRun = async (backedUpAt: Date | null) => {
    await runsOf(media).deleteMany({});
    for (const image of await media.images.find({}).toArray())
      await media.service.get(BackupWriter).remove(image);
    await media.images.updateMany({}, { $set: { backedUpAt } });
    return (await media.call(startFullBackup, {})).id;
  };
  const hasFiles = (count: number) =>
    waitUntil(async () => (await filesNow()).size > count, 'nothing is backed up', 90_000);
  /** It ends, and rewrites none of the files that were there. */
  const completes = async (id: string, before: Map<string, number>) => {
    expect(before.size).toBeGreaterThan(0);
    await worker.start();
    expect(await ended(media, id, 90_000)).toMatchObject({
      status: 'completed',
      totalImages: IMAGES,
      successfulBackups: IMAGES,
      failedBackups: 0,
    });
    const after = await filesNow();
    expect(after.size).toBe(IMAGES);
    for (const [name, inode] of before) expect([name, after.get(name)]).toEqual([name, inode]);
  };

  beforeAll(async () => {
    await worker.kill();
    await media.images.deleteMany({});
    await rm(backupFolder(), { recursive: true, force: true });
    await Promise.all([keep(media, IMAGES, 60_000), worker.start()]);
  });

  /** After so many backups, and some milliseconds more. */
  it.each(Array.from({ length: killRounds(1) }, () => [random(IMAGES - 40), random(60)] as const))(
    'after %i backups and %i ms continues at its checkpoint',
    async (backups, milliseconds) => {
      // As if they were verified: only the full run is to make them.
      const id = await startRun(new Date());
      await hasFiles(backups);
      await pause(milliseconds);
      await worker.kill();
      await completes(id, await filesNow());
      expect(await runsOf(media).countDocuments({ backupType: 'full' })).toBe(1);
    },
    240_000,
  );

  it('in its first page keeps backups without a stored row', async () => {
    const automatic = media.service.get<Queue<BackupJob>>(getQueueToken(BACKUP_QUEUE));
    await automatic.pause();
    const id = await startRun(null);
    await hasFiles(0);
    await worker.kill();
    expect(await runsOf(media).findOne({ slot: 'full' })).toMatchObject({ cursor: null });
    expect(await media.images.countDocuments({ backedUpAt: null })).toBe(IMAGES);
    await completes(id, await filesNow());
    await automatic.resume();
  }, 240_000);
});
