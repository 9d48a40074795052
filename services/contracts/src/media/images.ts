import { z } from 'zod';
import { defineCommand, defineQuery, done } from '../command.js';
import { defineEvent, fieldChange } from '../event.js';
import { objectId, timestamp, version } from '../ids.js';
import { optionalText, requiredText } from '../text.js';
import { imageSizes } from '../vocabulary/images.js';
import { MAX_IMAGE_BYTES, MAX_IMAGE_DESCRIPTION, MAX_IMAGE_TITLE } from '../vocabulary/limits.js';
import { imageType } from '../vocabulary/schemas.js';

/** Name under which an image is served: a random UUID and the extension of what is kept. */
export const imageFilename = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.(?:jpg|png|webp)$/);
/** See {@link imageSizes}. */
export const imageSize = z.enum(imageSizes);

/** An image of a treatment. */
export const image = z.object({
  id: objectId,
  treatmentId: objectId,
  type: imageType,
  filename: imageFilename,
  title: z.string(),
  description: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  createdAt: timestamp,
  updatedAt: timestamp,
  version,
});
/** See {@link image}. */
export type Image = z.infer<typeof image>;

/** What a person fills in for an image. */
export const imageInput = z.strictObject({
  type: imageType.default('treatment_area'),
  title: requiredText(MAX_IMAGE_TITLE),
  description: optionalText(MAX_IMAGE_DESCRIPTION),
});
/** A description that stays as it is where it is absent: an optional text's default would empty it. */
export const keptDescription = imageInput.shape.description.unwrap().optional();
/** Fields that come along with an uploaded file. */
export const uploadFields = imageInput.extend({ treatmentId: objectId });

/**
 * Opens an upload: where the bytes are to be put, as they are, with one PUT. The address ends after
 * some minutes; what nobody finishes is swept away. `NOT_FOUND` (kind treatment).
 */
export const beginUpload = defineCommand({
  name: 'media.images.begin-upload',
  request: uploadFields,
  reply: z.object({ uploadId: z.uuid(), putUrl: z.url() }),
});

/**
 * Answers when the image is ready: judged by its content, re-encoded, in all sizes. `bytes` is how
 * many were put. The same upload finished again answers the same image. `IMAGE_NOT_SUPPORTED`,
 * `IMAGE_TOO_LARGE`, `IMAGE_TOO_MANY_PIXELS`, `UPLOAD_ENDED`.
 */
export const finishUpload = defineCommand({
  name: 'media.images.finish-upload',
  request: z.strictObject({
    uploadId: z.uuid(),
    bytes: z.number().int().min(1).max(MAX_IMAGE_BYTES),
  }),
  reply: image,
  deadlineMs: 30_000,
});

/**
 * Waits for an image whose upload was finished, where {@link finishUpload} could not wait so long: a
 * query, for those who wait must not keep commands from their turn. Its errors are the same.
 */
export const awaitUpload = defineQuery({
  name: 'media.images.await-upload',
  request: z.strictObject({ uploadId: z.uuid() }),
  reply: image,
  deadlineMs: 10_000,
});

/** Throws away what has been put, when the client has gone or sent too much. */
export const abortUpload = defineCommand({
  name: 'media.images.abort-upload',
  request: z.strictObject({ uploadId: z.uuid() }),
  reply: done,
});

/** Images of treatments, oldest first; deleted ones are left out. */
export const listImages = defineQuery({
  name: 'media.images.list',
  request: z.strictObject({ treatmentIds: z.array(objectId).max(100) }),
  reply: z.object({ images: z.array(image) }),
});

/** Where the bytes of an image are, for a few minutes. `NOT_FOUND` (kind image). */
export const locateImage = defineQuery({
  name: 'media.images.locate',
  request: z.strictObject({ filename: imageFilename, size: imageSize }),
  reply: z.object({
    getUrl: z.url(),
    etag: z.string(),
    contentType: z.string(),
    size: z.number().int(),
  }),
});

/** Changes title, type and description. `NOT_FOUND`, `VERSION_CONFLICT`. */
export const updateImage = defineCommand({
  name: 'media.images.update',
  request: z.strictObject({
    id: objectId,
    type: imageType,
    title: requiredText(MAX_IMAGE_TITLE),
    /** Stays as it is where it is absent. */
    description: keptDescription,
    ifMatch: version.optional(),
  }),
  reply: image,
});

/** Moves an image into the trash; its bytes stay for 30 days. */
export const deleteImage = defineCommand({
  name: 'media.images.delete',
  request: z.strictObject({ id: objectId, ifMatch: version.optional() }),
  reply: done,
});

/** Takes an image out of the trash; restoring what is not deleted changes nothing. */
export const restoreImage = defineCommand({
  name: 'media.images.restore',
  request: z.strictObject({ id: objectId }),
  reply: done,
});

/** An image in the trash. */
export const deletedImage = z.object({
  id: objectId,
  treatmentId: objectId,
  title: z.string(),
  deletedAt: timestamp,
  purgeAt: timestamp,
});

/** Images that were deleted by themselves (not with their disease), newest first. */
export const listDeletedImages = defineQuery({
  name: 'media.images.deleted',
  request: z.strictObject({}),
  reply: z.object({ images: z.array(deletedImage) }),
});

const imageFact = z.object({
  imageId: objectId,
  treatmentId: objectId,
  title: z.string(),
  changes: z.array(fieldChange),
});

/** What happens to images, for the audit trail. */
export const imageEvents = {
  uploaded: defineEvent({ name: 'media.image.uploaded.v1', payload: imageFact }),
  updated: defineEvent({ name: 'media.image.updated.v1', payload: imageFact }),
  deleted: defineEvent({ name: 'media.image.deleted.v1', payload: imageFact }),
  restored: defineEvent({ name: 'media.image.restored.v1', payload: imageFact }),
  purged: defineEvent({ name: 'media.image.purged.v1', payload: imageFact }),
};
