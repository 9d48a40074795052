import { readFile, rm } from 'node:fs/promises';
import { getBackupStatus, startDrill, startRestore } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { Client } from 'minio';
import { BackupQueue } from '../src/backups/backup-queue.js';
import { loadConfig } from '../src/config.js';
import {
  allBackedUp,
  backupFile,
  backupsOf,
  ended,
  flipFile,
  keepBackedUp,
  masterOf,
  rowOf,
  sha256,
  uploadBackedUp,
} from './support/kept.js';
import { testMedia } from './support/media.js';

const media = testMedia();

const upload = () => uploadBackedUp(media);
const restore = async (request = {}) => ended(media, (await media.call(startRestore, request)).id);
const drill = async () => ended(media, (await media.call(startDrill, {})).id);

/** Deletes the bucket itself, with everything in it. */
const deleteBucket = async () => {
  await media.store.remove(await media.keys());
  const { s3, bucket } = loadConfig().storage;
  const client = new Client(s3);
  await client.removeBucket(bucket);
  expect(await client.bucketExists(bucket)).toBe(false);
};

it('a restore restores a deleted bucket, masters byte for byte', async () => {
  const images = [await upload(), await upload(), await upload()];
  await deleteBucket();
  const run = await restore();
  expect(run).toMatchObject({ status: 'completed', backupType: 'restore', successfulBackups: 3 });
  for (const image of images) {
    const row = await rowOf(media, image._id);
    for (const file of Object.values(row.files ?? {}))
      expect(sha256(await media.store.read(file.key))).toBe(file.sha256);
    expect(masterOf(row).sha256).toBe(masterOf(image).sha256);
  }
  expect(await backupsOf(media).countDocuments({ restoredAt: { $exists: true } })).toBe(3);
});

it('a restore of one image does not change the others, and rejects unknown images', async () => {
  const [one, other] = [await upload(), await upload()];
  await media.store.remove([masterOf(one).key, masterOf(other).key]);
  const imageId = one._id.toHexString();
  const run = await restore({ imageId });
  expect(run).toMatchObject({ status: 'completed', totalImages: 1, successfulBackups: 1 });
  expect(await media.store.length(masterOf(one).key)).toBe(masterOf(one).bytes);
  expect(await media.store.length(masterOf(other).key)).toBeNull();
  const missing = { code: 'NOT_FOUND', params: { kind: 'image' } };
  await expect(restore({ imageId: 'f'.repeat(24) })).rejects.toMatchObject(missing);
  await restore();
});

it('a restore never restores a corrupt backup', async () => {
  const image = await upload();
  await flipFile(await backupFile(media, image._id));
  await media.store.remove([masterOf(image).key]);
  const run = await restore();
  expect(run.failures).toMatchObject([{ reason: 'backupCorrupt' }]);
  expect(await media.store.length(masterOf(image).key)).toBeNull();
  // Without a valid master it cannot be written again: the status shows that.
  expect(await rowOf(media, image._id)).toMatchObject({ backedUpAt: null });
  const ofImage = { originalImageId: image._id };
  expect(await backupsOf(media).findOne(ofImage)).toMatchObject({ isActive: false });
  const { totalImages, totalBackups } = await media.call(getBackupStatus, {});
  expect(totalBackups).toBe(totalImages - 1);
  await media.images.deleteOne({ _id: image._id });
});

it('a drill passes if everything can be restored, and leaves nothing behind', async () => {
  await keepBackedUp(media, 10);
  const before = await media.keys();
  const run = await drill();
  expect(run).toMatchObject({ status: 'completed', backupType: 'drill', failedBackups: 0 });
  const { lastDrill, drillPassedAt, totalImages } = await media.call(getBackupStatus, {});
  expect(lastDrill).toMatchObject({ images: totalImages, mismatches: 0, passed: true });
  expect(drillPassedAt).toBe(lastDrill?.at);
  expect(lastDrill?.seconds).toBeGreaterThan(0);
  expect(await media.keys()).toEqual(before);
});

it('a drill lists corrupt and missing files, and does not hide when one passed', async () => {
  const { drillPassedAt } = await media.call(getBackupStatus, {});
  const [wrong, gone] = await media.images.find({}).limit(2).toArray();
  if (!wrong || !gone) throw new Error('there are no images');
  await flipFile(await backupFile(media, wrong._id));
  await rm(await backupFile(media, gone._id));
  const run = await drill();
  expect(run).toMatchObject({ status: 'failed', errorMessage: 'incomplete' });
  expect(new Map(run.failures.map(({ imageId, reason }) => [imageId, reason]))).toEqual(
    new Map([
      [wrong._id.toHexString(), 'backupCorrupt'],
      [gone._id.toHexString(), 'backupMissing'],
    ]),
  );
  expect(await media.call(getBackupStatus, {})).toMatchObject({
    lastDrill: { mismatches: 2, passed: false },
    drillPassedAt,
  });

  await media.worker.get(BackupQueue).reconcile();
  await allBackedUp(media);
  for (const image of [wrong, gone]) {
    const file = await readFile(await backupFile(media, image._id));
    expect(sha256(file)).toBe(masterOf(image).sha256);
  }
});
