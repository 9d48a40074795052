import { readdir, readFile } from 'node:fs/promises';
import { getBackupStatus } from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import type { ImageRecord } from '../src/images/image.record.js';
import {
  backupFile,
  backupFolder,
  backupsOf,
  fullBackup,
  keep,
  masterOf,
  sha256,
} from './support/kept.js';
import { testMedia } from './support/media.js';
import { smallDisk, type SmallDisk } from './support/small-disk.js';

const media = testMedia('inside');
let disk: SmallDisk;

beforeAll(async () => {
  disk = await smallDisk(backupFolder(), { bytes: 1_000_000, longestFile: 50_000 });
  media.env.onEnd(() => disk.remove());
});

const areRight = async (images: ImageRecord[]) => {
  for (const image of images)
    expect(sha256(await readFile(await backupFile(media, image._id)))).toBe(masterOf(image).sha256);
};

it('a full disk fails the run, keeps the old backups, and the next run succeeds once there is space', async () => {
  const old = await keep(media, 5);
  expect(await fullBackup(media)).toMatchObject({ status: 'completed' });
  await keep(media, 30, 100_000);
  expect(await fullBackup(media)).toMatchObject({ status: 'failed', errorMessage: 'diskFull' });
  await areRight(old);
  const names = await readdir(backupFolder(), { recursive: true });
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  const { totalBackups } = await media.call(getBackupStatus, {});
  expect(totalBackups).toBe(await backupsOf(media).countDocuments({ isActive: true }));
  expect(totalBackups).toBeLessThan(35);

  await disk.enlarge();
  expect(await fullBackup(media)).toMatchObject({ status: 'completed', successfulBackups: 35 });
  await areRight(await media.images.find({}).toArray());
}, 120_000);
