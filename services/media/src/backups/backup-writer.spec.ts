import { AppLogger } from '@ctdb/chassis';
import type { ObjectStore } from '@ctdb/chassis/storage';
import { expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { ImagesRepository } from '../images/images.repository.js';
import type { ImageRecord } from '../images/image.record.js';
import type { BackupFileStore } from './backup-file-store.js';
import { BackupWriter } from './backup-writer.js';
import type { BackupsRepository } from './backups.repository.js';

const image = {
  _id: new Types.ObjectId(),
  files: { master: { key: 'a', sha256: 'b', bytes: 1 } },
} as unknown as ImageRecord;

/** Stores a backup of the image, which is still there or was purged meanwhile. Returns what was deleted. */
const save = async (isPurged: boolean) => {
  const deleted: unknown[] = [];
  const files = {
    getPath: () => 'folder/a.jpg',
    sync: () => Promise.resolve(),
    remove: async (path: string) => deleted.push(path),
  };
  const backups = {
    save: () => Promise.resolve(),
    markInvalid: () => Promise.resolve(),
    remove: async (id: unknown) => deleted.push(id),
    findByImage: () => Promise.resolve(null),
  };
  const images = {
    setBackedUp: async (ids: Types.ObjectId[]) =>
      isPurged ? [] : ids.map((id) => id.toHexString()),
  };
  const writer = new BackupWriter(
    files as unknown as BackupFileStore,
    {} as ObjectStore,
    backups as unknown as BackupsRepository,
    images as unknown as ImagesRepository,
    new AppLogger('test', 'silent'),
  );
  const results = await writer.saveResults([image], [{ repaired: true }], 'automatic');
  return { results, deleted };
};

it('deletes the file and the record of an image that was purged meanwhile', async () => {
  expect(await save(true)).toEqual({ results: [null], deleted: ['folder/a.jpg', image._id] });
  expect(await save(false)).toEqual({ results: [{ repaired: true }], deleted: [] });
});
