import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { newRecord } from '@ctdb/chassis';
import { createConnection, Types } from 'mongoose';
import type { ImageRecord } from '../src/images/image.record.js';

/**
 * Stores the metadata of images without their bytes, past the service. Reads the treatments as JSON from
 * standard input: `[{ treatmentId, diseaseId }]`. Needs MONGODB_URI, and MONGODB_DB unless it is
 * `media`.
 */
const IMAGES_PER_TREATMENT = 3;

const treatments = JSON.parse(await text(process.stdin)) as Record<
  'treatmentId' | 'diseaseId',
  string
>[];
const createdAt = new Date();

const toImage = (treatmentId: string, diseaseId: string): ImageRecord => {
  const name = randomUUID();
  const file = (size: string) => ({
    key: `images/${name}/${size}.webp`,
    sha256: '0'.repeat(64),
    bytes: 100_000,
    contentType: 'image/webp',
  });
  return {
    ...newRecord(new Types.ObjectId(), createdAt),
    uploadId: randomUUID(),
    state: 'ready',
    treatmentId: new Types.ObjectId(treatmentId),
    diseaseId: new Types.ObjectId(diseaseId),
    type: 'treatment_area',
    title: 'Chest',
    description: 'Where the light is applied.',
    updatedAt: createdAt,
    filename: `${name}.webp`,
    width: 1_600,
    height: 1_200,
    files: { master: file('master'), display: file('display'), thumb: file('thumb') },
    // As if backed up, so that no sweep looks for the bytes.
    backedUpAt: createdAt,
  };
};

const images = treatments.flatMap(({ treatmentId, diseaseId }) =>
  Array.from({ length: IMAGES_PER_TREATMENT }, () => toImage(treatmentId, diseaseId)),
);
const { MONGODB_URI = '', MONGODB_DB = 'media' } = process.env;
const connection = await createConnection(MONGODB_URI, { dbName: MONGODB_DB }).asPromise();
await connection.collection('images').insertMany(images as object[], { ordered: false });
await connection.close();
