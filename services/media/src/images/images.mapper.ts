import { purgeAt } from '@ctdb/chassis';
import type { deletedImage, Image } from '@ctdb/contracts';
import type { z } from 'zod';
import type { ImageRecord } from './image.schema.js';

/** A ready image. */
export const toImage = (record: ImageRecord): Image => ({
  id: record._id.toHexString(),
  treatmentId: record.treatmentId.toHexString(),
  type: record.type,
  filename: record.filename ?? '',
  title: record.title,
  description: record.description,
  width: record.width ?? 0,
  height: record.height ?? 0,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  version: record.version,
});

/** An image in the trash. */
export const toDeletedImage = (
  record: ImageRecord,
  deletedAt: Date,
): z.infer<typeof deletedImage> => ({
  id: record._id.toHexString(),
  treatmentId: record.treatmentId.toHexString(),
  title: record.title,
  deletedAt: deletedAt.toISOString(),
  purgeAt: purgeAt(deletedAt).toISOString(),
});
