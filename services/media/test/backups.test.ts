import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventSpy, runProgram, waitUntil } from '@ctdb/chassis/testing';
import {
  backupEvents,
  getAuditHeadsOfBackups,
  getBackupStatus,
  startFullBackup,
} from '@ctdb/contracts';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { expect, it } from 'vitest';
import { BackupWriter } from '../src/backups/backup-writer.js';
import {
  allBackedUp,
  backupFile,
  backupFolder,
  backupsOf,
  ended,
  flipFile,
  flipObject,
  fullBackup,
  keep,
  keepBackedUp,
  masterOf,
  runsOf,
  sha256,
} from './support/kept.js';
import { testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia('inside');

it('backups are created for every upload, read back, and logged', async () => {
  const { id } = await media.upload(await photograph(300, 200));
  await allBackedUp(media);
  const [backup] = await backupsOf(media).find({}).toArray();
  if (!backup) throw new Error('there is no backup');
  expect(backup).toMatchObject({ isActive: true, backupType: 'automatic' });
  expect(backup.originalImageId.toHexString()).toBe(id);
  const bytes = await readFile(await backupFile(media, backup.originalImageId));
  expect(sha256(bytes)).toBe(backup.checksum);
  await waitUntil(async () => (await runsOf(media).countDocuments({ status: 'completed' })) === 1);
  const status = await media.call(getBackupStatus, {});
  expect(status).toMatchObject({ totalImages: 1, totalBackups: 1, backupCoverage: 100 });
  expect(status.recentLogs).toMatchObject([{ backupType: 'automatic', successfulBackups: 1 }]);
  expect(Date.parse(status.verifiedSince ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

it('backups cover everything after a full backup, which does not rewrite valid files', async () => {
  const spy = await eventSpy(media.env, backupEvents.ended);
  // More than a page.
  const [first] = await keep(media, 70);
  const run = await fullBackup(media);
  const totals = { totalImages: 71, successfulBackups: 71, failedBackups: 0, failures: [] };
  expect(run).toMatchObject({ status: 'completed', ...totals });
  await spy.waitFor(backupEvents.ended, ({ payload }) => payload.logId === run.id);
  const inode = async () => (await stat(await backupFile(media, first._id))).ino;
  const before = await inode();
  await fullBackup(media);
  expect(await inode()).toBe(before);
  // The next tests need no page.
  await media.images.deleteMany({ _id: { $ne: first._id } });
});

it('backups fail where each worker has died of them', async () => {
  const queue = media.worker.get<Queue>(getQueueToken('runs'));
  await queue.pause();
  const { id } = await media.call(startFullBackup, {});
  await runsOf(media).updateOne({ slot: 'full' }, { $set: { takeovers: 5 } });
  await queue.resume();
  expect(await ended(media, id)).toMatchObject({ status: 'failed', errorMessage: 'interrupted' });
});

it('backups say what they noted of the audit trail, if they can be read', async () => {
  const folder = backupFolder();
  const head = { sequence: 7, day: '2026-11-22', hash: 'x' };
  const time = '2026-11-22T02:00:00.000Z';
  const manifest = { id: 'x', startedAt: time, endedAt: time, auditHead: head };
  const text = JSON.stringify({ ...manifest, successfulBackups: 1, failedBackups: 0 });
  await mkdir(join(folder, 'manifests'), { recursive: true });
  await writeFile(join(folder, 'manifests', '1.json'), text);
  await writeFile(join(folder, 'manifests', '2.json'), text.slice(0, -9));
  const read = () => media.call(getAuditHeadsOfBackups, {});
  expect(await read()).toEqual({ heads: [head], unreadable: 1 });
  await rename(folder, `${folder}-away`);
  await expect(read()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await rename(`${folder}-away`, folder);
});

it('backups are one run if two calls start them at once', async () => {
  const before = await runsOf(media).countDocuments({ backupType: 'full' });
  const start = () => media.call(startFullBackup, {});
  const starts = await Promise.all([start(), start()]);
  expect(new Set(starts.map(({ id }) => id)).size).toBe(1);
  expect(starts.map(({ alreadyRunning }) => alreadyRunning).sort()).toEqual([false, true]);
  await ended(media, starts[0].id);
  expect(await runsOf(media).countDocuments({ backupType: 'full' })).toBe(before + 1);
});

it('backups replace a corrupt file, and list images without a valid copy', async () => {
  const [wrong, lost] = await keepBackedUp(media, 2);
  for (const { _id } of [wrong, lost]) await flipFile(await backupFile(media, _id));
  await flipObject(media, masterOf(lost));
  const run = await fullBackup(media);
  expect(run).toMatchObject({ status: 'failed', errorMessage: 'incomplete', failedBackups: 1 });
  expect(run.failures).toEqual([
    { imageId: lost._id.toHexString(), filename: lost.filename, reason: 'masterCorrupt' },
  ]);
  const file = await readFile(await backupFile(media, wrong._id));
  expect(sha256(file)).toBe(masterOf(wrong).sha256);
  const status = await media.call(getBackupStatus, {});
  expect(status.totalBackups).toBe(status.totalImages - 1);
  expect(status.backupCoverage).toBeLessThan(100);
});

it('backups list a file that cannot be written, and continue with the others', async () => {
  const [blocked, other] = await keepBackedUp(media, 2);
  const path = await backupFile(media, blocked._id);
  await rm(path);
  await mkdir(join(path, 'in the way'), { recursive: true });
  await rm(await backupFile(media, other._id));
  const run = await fullBackup(media);
  expect(run).toMatchObject({ status: 'failed', errorMessage: 'incomplete' });
  const imageId = blocked._id.toHexString();
  const failure = { imageId, filename: blocked.filename, reason: 'backupCorrupt' };
  expect(run.failures).toContainEqual(failure);
  const file = await readFile(await backupFile(media, other._id));
  expect(sha256(file)).toBe(masterOf(other).sha256);
  await rm(path, { recursive: true });
  expect((await fullBackup(media)).failures).not.toContainEqual(failure);
});

it('backups that are valid stay valid without their master, although no row is stored', async () => {
  const [image] = await keepBackedUp(media, 1);
  await media.images.updateOne({ _id: image._id }, { $set: { backedUpAt: null } });
  await media.store.remove([masterOf(image).key]);
  const failed = (await fullBackup(media)).failures.map(({ imageId }) => imageId);
  expect(failed).not.toContain(image._id.toHexString());
  await media.images.deleteOne({ _id: image._id });
});

it('the program of a restore drill fails while a backup is wrong, and the status counts it again once it is right', async () => {
  await media.images.deleteMany({ backedUpAt: null });
  const [image] = await keepBackedUp(media, 1);
  const status = await media.call(getBackupStatus, {});
  await flipFile(await backupFile(media, image._id));
  const drill = { type: 'drill', status: 'failed', failedBackups: 1 };
  const { stdout } = await runProgram('media/dist/run.js', ['drill']);
  expect(JSON.parse(stdout)).toMatchObject(drill);
  await fullBackup(media);
  const { totalBackups, backupCoverage } = status;
  expect(await media.call(getBackupStatus, {})).toMatchObject({ totalBackups, backupCoverage });
}, 90_000);

it.each(['its row', 'no row', 'another row'])(
  'backups are purged with their image if the file has %s',
  async (row) => {
    const [image] = await keepBackedUp(media, 1);
    const path = await backupFile(media, image._id);
    const ofImage = { originalImageId: image._id };
    if (row === 'no row') await backupsOf(media).deleteOne(ofImage);
    if (row === 'another row')
      await backupsOf(media).updateOne(ofImage, { $set: { backupPath: '0/older.webp' } });
    await media.worker.get(BackupWriter).remove(image);
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await backupsOf(media).countDocuments(ofImage)).toBe(0);
  },
);
