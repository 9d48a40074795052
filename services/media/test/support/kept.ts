import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MONGO } from '@ctdb/chassis';
import type { StoredFile } from '@ctdb/chassis/storage';
import { waitUntil } from '@ctdb/chassis/testing';
import { getBackupLog, startFullBackup, type BackupDetail } from '@ctdb/contracts';
import { Types, type Collection, type Connection } from 'mongoose';
import type { BackupRecord } from '../../src/backups/backup.record.js';
import type { ImageRecord } from '../../src/images/image.record.js';
import type { RunRecord } from '../../src/runs/run.record.js';
import { createUploadRecord } from '../../src/uploads/uploads.repository.js';
import type { TestMedia } from './media.js';
import { photograph } from './pictures.js';

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The folder of a test's backups. */
export const backupFolder = (): string => process.env['BACKUP_DIR'] ?? '';

const collection = <T extends object>(media: TestMedia, name: string): Collection<T> =>
  media.service.get<Connection>(MONGO).collection<T>(name);
export const backupsOf = (media: TestMedia) => collection<BackupRecord>(media, 'image_backups');
export const runsOf = (media: TestMedia) => collection<RunRecord>(media, 'backup_logs');

/** At least as many as a test names. */
type Kept = [ImageRecord, ImageRecord, ...ImageRecord[]];

/** Images that are ready. Random bytes suffice, because no test decodes them. */
export const keep = async (media: TestMedia, count: number, bytes = 20_000): Promise<Kept> => {
  const images = await Promise.all(
    Array.from({ length: count }, async (): Promise<ImageRecord> => {
      const name = randomUUID();
      const put = (size: string, length: number): Promise<StoredFile> =>
        media.store.put(`images/${name}/${size}.webp`, randomBytes(length), 'image/webp');
      const ids = { treatmentId: new Types.ObjectId(), diseaseId: new Types.ObjectId() };
      const texts = { type: 'treatment_area', title: `Image ${name.slice(0, 4)}` } as const;
      return {
        ...createUploadRecord(randomUUID(), { ...ids, ...texts, description: '' }, new Date()),
        state: 'ready',
        filename: `${name}.webp`,
        width: 10,
        height: 10,
        files: {
          master: await put('master', bytes),
          display: await put('display', 100),
          thumb: await put('thumb', 50),
        },
      };
    }),
  );
  await media.images.insertMany(images);
  return images as Kept;
};

/** An image's row as it is now. */
export const rowOf = async (
  media: TestMedia,
  id: Types.ObjectId | string,
): Promise<ImageRecord> => {
  const row = await media.images.findOne({ _id: new Types.ObjectId(id) });
  if (!row) throw new Error('the image is gone');
  return row;
};

export const masterOf = (image: ImageRecord): StoredFile => {
  if (!image.files) throw new Error('the image has no objects');
  return image.files.master;
};

/** Where an image's backup is. */
export const backupFile = async (media: TestMedia, id: Types.ObjectId): Promise<string> => {
  const backup = await backupsOf(media).findOne({ originalImageId: id });
  if (!backup) throw new Error('the image has no backup');
  return join(backupFolder(), backup.backupPath);
};

const flipped = (bytes: Buffer): Buffer => {
  const wrong = Buffer.from(bytes);
  const at = Math.floor(wrong.length / 2);
  wrong[at] = (wrong[at] ?? 0) ^ 1;
  return wrong;
};

/** Flips one bit of an object. */
export const flipObject = async (media: TestMedia, { key, contentType }: StoredFile) => {
  await media.store.put(key, flipped(await media.store.read(key)), contentType);
};

/** Flips one bit of a file. */
export const flipFile = async (path: string): Promise<void> => {
  await writeFile(path, flipped(await readFile(path)));
};

/** Waits until a run is over. */
export const ended = async (
  media: TestMedia,
  id: string,
  timeoutMs = 60_000,
): Promise<BackupDetail> => {
  const get = () => media.call(getBackupLog, { id });
  await waitUntil(
    async () => (await get()).status !== 'running',
    'the run has not ended',
    timeoutMs,
  );
  return get();
};

/** A full backup from its start to its end. */
export const fullBackup = async (media: TestMedia): Promise<BackupDetail> =>
  ended(media, (await media.call(startFullBackup, {})).id);

/** Images with a backup. */
export const keepBackedUp = async (media: TestMedia, count: number): Promise<Kept> => {
  const images = await keep(media, count);
  await fullBackup(media);
  return images;
};

/** An uploaded photograph with a backup, as it is stored. */
export const uploadBackedUp = async (media: TestMedia): Promise<ImageRecord> => {
  const { id } = await media.upload(await photograph(200, 150));
  await allBackedUp(media);
  return rowOf(media, id);
};

/** Waits until every image has a backup that matched. */
export const allBackedUp = (media: TestMedia): Promise<void> =>
  waitUntil(
    async () => (await media.images.countDocuments({ state: 'ready', backedUpAt: null })) === 0,
    'not all images are backed up',
    60_000,
  );
