import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { ObjectStore } from '@ctdb/chassis/storage';
import { Types } from 'mongoose';
import type { ImageRecord } from '../src/images/image.record.js';
import { createUploadRecord } from '../src/uploads/uploads.repository.js';

/** An image with a master of 40 to 360 kB, as phones' photographs have when they are sent around. */
export const sampleImage = async (store: ObjectStore): Promise<ImageRecord> => {
  const name = randomUUID();
  const put = (size: string, bytes: number) =>
    store.put(`images/${name}/${size}.webp`, randomBytes(bytes), 'image/webp');
  const small = { key: '-', sha256: '-', bytes: 0, contentType: 'image/webp' };
  const ids = { treatmentId: new Types.ObjectId(), diseaseId: new Types.ObjectId() };
  const texts = { type: 'treatment_area', title: 'Sample', description: '' } as const;
  const now = new Date();
  return {
    ...createUploadRecord(name, { ...ids, ...texts }, now),
    state: 'ready',
    filename: `${name}.webp`,
    width: 1,
    height: 1,
    files: {
      master: await put('master', randomInt(40_000, 360_000)),
      display: small,
      thumb: small,
    },
    // As if it had one: only the full run is to make it.
    backedUpAt: now,
  };
};
