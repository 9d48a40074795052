import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { emptyRedis, killRounds, seededRandom, waitUntil } from '@ctdb/chassis/testing';
import { getBackupStatus, startFullBackup } from '@ctdb/contracts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { BACKUP_QUEUE, BackupQueue, type BackupJob } from '../src/backups/backup-queue.js';
import { allBackedUp, backupFolder, ended, keep, runsOf } from './support/kept.js';
import { testMedia } from './support/media.js';

const media = testMedia('none');
const IMAGES = 160;
const random = seededRandom();
/** After so many backups, and some milliseconds more. */
const moments = Array.from(
  { length: killRounds(3) },
  () => [random(IMAGES - 40), random(60)] as const,
);

/** Which file each whole backup is. */
const filesNow = async (): Promise<Map<string, number>> => {
  const names = await readdir(backupFolder(), { recursive: true }).catch(() => []);
  const whole = names.filter((name) => name.endsWith('.webp'));
  return new Map(
    await Promise.all(
      whole.map(async (name) => [name, (await stat(join(backupFolder(), name))).ino] as const),
    ),
  );
};

beforeAll(async () => {
  await keep(media, IMAGES, 60_000);
});
beforeEach(async () => {
  await media.process.kill();
  await runsOf(media).deleteMany({});
});

const forgetBackups = async () => {
  for (const image of await media.images.find({}).toArray())
    await media.service.get(BackupQueue).remove(image);
  // As if they were verified: only the full run is to make them.
  await media.images.updateMany({}, { $set: { backedUpAt: new Date() } });
};

describe('a full backup whose worker is killed', () => {
  it.each(moments)(
    'after %i backups and %i ms continues at its checkpoint',
    async (backups, milliseconds) => {
      await forgetBackups();
      await media.process.start();
      const { id } = await media.call(startFullBackup, {});
      await waitUntil(
        async () => (await filesNow()).size > backups,
        'nothing is backed up',
        90_000,
      );
      await pause(milliseconds);
      await media.process.kill();
      const before = await filesNow();
      expect(before.size).toBeGreaterThan(0);
      await media.process.start();
      expect(await ended(media, id, 90_000)).toMatchObject({
        status: 'completed',
        totalImages: IMAGES,
        successfulBackups: IMAGES,
        failedBackups: 0,
      });
      expect(await runsOf(media).countDocuments({ backupType: 'full' })).toBe(1);
      const after = await filesNow();
      expect(after.size).toBe(IMAGES);
      for (const [name, inode] of before) expect([name, after.get(name)]).toEqual([name, inode]);
    },
    240_000,
  );

  it.each(['kill', 'stop'] as const)(
    'by a %s in its first page keeps backups without a stored row',
    async (end) => {
      await forgetBackups();
      await media.images.updateMany({}, { $set: { backedUpAt: null } });
      const automatic = media.service.get<Queue<BackupJob>>(getQueueToken(BACKUP_QUEUE));
      await automatic.pause();
      await media.process.start();
      const { id } = await media.call(startFullBackup, {});
      await waitUntil(async () => (await filesNow()).size > 0, 'nothing is backed up', 90_000);
      await media.process[end]();
      const before = await filesNow();
      expect(before.size).toBeGreaterThan(0);
      expect(await runsOf(media).findOne({ slot: 'full' })).toMatchObject({
        cursor: null,
        takeovers: end === 'kill' ? 1 : 0,
      });
      expect(await media.images.countDocuments({ backedUpAt: null })).toBe(IMAGES);
      await media.process.start();
      expect(await ended(media, id, 90_000)).toMatchObject({ successfulBackups: IMAGES });
      const after = await filesNow();
      for (const [name, inode] of before) expect([name, after.get(name)]).toEqual([name, inode]);
      await automatic.resume();
    },
    240_000,
  );

  it('fails if no worker returns', async () => {
    const { id } = await media.call(startFullBackup, {});
    expect(await media.call(startFullBackup, {})).toEqual({ id, alreadyRunning: true });
    await runsOf(media).updateOne(
      { slot: 'full' },
      { $set: { waitingSince: new Date(Date.now() - 60_000) } },
    );
    expect(await ended(media, id)).toMatchObject({ status: 'failed', errorMessage: 'interrupted' });
    expect((await media.call(getBackupStatus, {})).runningId).toBeUndefined();
    expect(await media.call(startFullBackup, {})).toMatchObject({ alreadyRunning: false });
  });

  it('fails if it kills every worker', async () => {
    const { id } = await media.call(startFullBackup, {});
    await runsOf(media).updateOne({ slot: 'full' }, { $set: { takeovers: 5 } });
    await media.process.start();
    expect(await ended(media, id)).toMatchObject({ status: 'failed', errorMessage: 'interrupted' });
  });
});

describe('automatic backups', () => {
  it('are queued again after Redis has lost them', async () => {
    const images = await keep(media, 20);
    for (const { _id } of images) await media.service.get(BackupQueue).request(_id);
    await emptyRedis(media.env);
    await media.process.start();
    await allBackedUp(media);
    expect((await media.call(getBackupStatus, {})).backupCoverage).toBe(100);
  }, 90_000);
});
