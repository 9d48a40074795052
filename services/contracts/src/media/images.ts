import { z } from 'zod';
import { defineCommand, defineQuery, emptyReply } from '../command.js';
import { access } from '../authorisation.js';
import { defineRoute, endpoint } from '../endpoint.js';
import { eventsAbout, fieldChange } from '../event.js';
import { isSample, objectId, ofRecord, restored, timestamp, version } from '../records.js';
import { kannadaText, optionalLine, optionalText, requiredLine } from '../text-fields.js';
import {
  imageSizes,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_DESCRIPTION_LENGTH,
  MAX_IMAGE_TITLE_LENGTH,
} from '../constants/limits.js';
import { imageType } from '../constants/schemas.js';

/** Name under which an image is served: a random UUID and the extension of what is kept. */
export const imageFilename = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.(?:jpg|png|webp)$/);
/** See {@link imageSizes}. */
export const imageSize = z.enum(imageSizes);

/** An image of a treatment. A blank Kannada text means the other one. */
export const image = z.object({
  id: objectId,
  treatmentId: objectId,
  type: imageType,
  filename: imageFilename,
  title: z.string(),
  titleKn: kannadaText,
  description: z.string(),
  descriptionKn: kannadaText,
  isSample,
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
  title: requiredLine(MAX_IMAGE_TITLE_LENGTH),
  titleKn: optionalLine(MAX_IMAGE_TITLE_LENGTH),
  description: optionalText(MAX_IMAGE_DESCRIPTION_LENGTH),
  descriptionKn: optionalText(MAX_IMAGE_DESCRIPTION_LENGTH),
});
/** Texts that stay as they are where they are absent: an optional text's default would empty them. */
const unchangedTexts = {
  titleKn: imageInput.shape.titleKn.unwrap().optional(),
  description: imageInput.shape.description.unwrap().optional(),
  descriptionKn: imageInput.shape.descriptionKn.unwrap().optional(),
};
/** Fields that come along with an uploaded file. */
export const uploadFields = imageInput.extend({ treatmentId: objectId });

/**
 * Starts an upload and returns the URL for one PUT of the unchanged bytes. The URL expires after
 * some minutes; a job deletes unfinished uploads. `NOT_FOUND` (kind treatment).
 */
export const beginUpload = defineCommand({
  name: 'media.images.begin-upload',
  access: access.from('editor'),
  request: uploadFields,
  reply: z.object({ uploadId: z.uuid(), putUrl: z.url() }),
});

/**
 * Answers when the image is ready: judged by its content, re-encoded, in all sizes. `bytes` is how
 * many were put. The same upload finished again answers the same image. `IMAGE_NOT_SUPPORTED`,
 * `IMAGE_INCOMPLETE`, `IMAGE_TOO_LARGE`, `IMAGE_TOO_MANY_PIXELS`, `UPLOAD_ENDED`.
 */
export const finishUpload = defineCommand({
  name: 'media.images.finish-upload',
  access: access.from('editor'),
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
export const waitForUpload = defineQuery({
  name: 'media.images.await-upload',
  access: access.from('editor'),
  request: z.strictObject({ uploadId: z.uuid() }),
  reply: image,
  deadlineMs: 10_000,
});

/** Throws away what has been put, when the client has gone or sent too much. */
export const abortUpload = defineCommand({
  name: 'media.images.abort-upload',
  access: access.from('editor'),
  request: z.strictObject({ uploadId: z.uuid() }),
  reply: emptyReply,
});

/**
 * Images of each treatment, oldest first; deleted ones are left out. The version before sends no ETag.
 */
export const listImages = defineQuery({
  name: 'media.images.list',
  access: access.passWith('read'),
  callers: ['catalog'],
  request: z.strictObject({ treatmentIds: z.array(objectId).max(100) }),
  reply: z.object({ etag: z.string().optional(), images: z.array(image) }),
});

/** Treatments of one {@link getImageEtags}. */
export const MAX_IMAGE_ETAGS = 1_000;

/** The ETag that {@link listImages} gives for each treatment alone, in their order. */
export const getImageEtags = defineQuery({
  name: 'media.images.etags',
  access: access.everyone,
  request: z.strictObject({ treatmentIds: z.array(objectId).max(MAX_IMAGE_ETAGS) }),
  reply: z.object({ etags: z.array(z.string()) }),
});

/** Where the bytes of an image are, for a few minutes. `NOT_FOUND` (kind image). */
export const getImageUrl = defineQuery({
  name: 'media.images.locate',
  access: access.passWith('read'),
  callers: ['catalog'],
  request: z.strictObject({ filename: imageFilename, size: imageSize }),
  reply: z.object({
    getUrl: z.url(),
    etag: z.string(),
    contentType: z.string(),
    size: z.number().int(),
  }),
});

/** Changes title, type and description. */
export const updateImage = endpoint('PUT /api/treatments/images/{id}', {
  summary: 'Changes title, type and description of an image',
  access: access.from('editor'),
  ...ofRecord,
  body: imageInput.extend(unchangedTexts),
  conditional: true,
  message: 'media.images.update',
  versioned: true,
  reply: image,
});

/** Moves an image into the trash; its bytes stay for 30 days. */
export const deleteImage = endpoint('DELETE /api/treatments/images/{id}', {
  summary: 'Moves an image into the trash',
  access: access.from('editor'),
  ...ofRecord,
  conditional: true,
  message: 'media.images.delete',
});

/** Restores an image from the trash; an image that is not deleted stays unchanged. */
export const restoreImage = endpoint('POST /api/trash/images/{id}/restore', {
  summary: 'Takes an image out of the trash',
  access: access.from('editor'),
  ...ofRecord,
  message: 'media.images.restore',
  reply: restored,
});

/** An image in the trash. */
export const deletedImage = z.object({
  id: objectId,
  treatmentId: objectId,
  title: z.string(),
  titleKn: kannadaText,
  deletedAt: timestamp,
  purgeAt: timestamp,
});

/** Images that were deleted by themselves (not with their disease), newest first. */
export const listDeletedImages = endpoint('GET /api/trash/images', {
  summary: 'Images in the trash, newest first',
  access: access.from('editor'),
  message: 'media.images.deleted',
  reply: z.array(deletedImage),
});

/** Uploads an image; the answer comes when it is ready. */
export const uploadImage = defineRoute('POST /api/treatments/images', {
  summary: 'Uploads an image; the answer comes when it is ready',
  access: access.from('editor'),
  rateLimit: 'upload',
  multipart: true,
  body: uploadFields,
  response: image,
  status: 201,
  errors: [
    'FILE_REQUIRED',
    'IMAGE_TOO_LARGE',
    'IMAGE_TOO_MANY_PIXELS',
    'IMAGE_NOT_SUPPORTED',
    'IMAGE_INCOMPLETE',
    'NOT_FOUND',
  ],
});

/** An image. */
export const getUpload = defineRoute('GET /uploads/{filename}', {
  summary: 'An image',
  access: access.passWith('read'),
  params: z.strictObject({ filename: z.string().max(200) }),
  query: z.strictObject({ size: imageSize.optional() }),
  quota: 'images',
  binary: true,
  revalidated: true,
  errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
});

const event = eventsAbout('media.image', {
  imageId: objectId,
  treatmentId: objectId,
  /** Absent in events of the version before. */
  diseaseId: objectId.optional(),
  title: z.string(),
  changes: z.array(fieldChange),
});

/** What happens to images, for the audit trail. */
export const imageEvents = {
  uploaded: event('uploaded'),
  updated: event('updated'),
  deleted: event('deleted'),
  restored: event('restored'),
  purged: event('purged'),
};
