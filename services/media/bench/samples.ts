import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { ObjectStore } from '@ctdb/chassis/storage';
import { Types } from 'mongoose';
import type { ImageRecord } from '../src/images/image.schema.js';

/** An image with a master of 40 to 360 kB, as phones' photographs have when they are sent around. */
export const sampleImage = async (store: ObjectStore): Promise<ImageRecord> => {
  const name = randomUUID();
  const put = (size: string, bytes: number) =>
    store.put(`images/${name}/${size}.webp`, randomBytes(bytes), 'image/webp');
  const now = new Date();
  const small = { key: '-', sha256: '-', bytes: 0, contentType: 'image/webp' };
  return {
    _id: new Types.ObjectId(),
    uploadId: randomUUID(),
    state: 'ready',
    treatmentId: new Types.ObjectId(),
    diseaseId: new Types.ObjectId(),
    type: 'treatment_area',
    title: 'Sample',
    description: '',
    createdAt: now,
    updatedAt: now,
    version: 1,
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
    deletedAt: null,
    recentCommands: [],
    outbox: [],
  };
};
