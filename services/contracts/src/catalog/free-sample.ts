import { z } from 'zod';
import { access } from '../authorisation.js';
import { defineQuery } from '../command.js';
import { customEndpoint } from '../endpoint.js';
import { byId, objectId, ofRecord } from '../records.js';
import { category } from '../constants/schemas.js';
import { getImageUrl, image, imageSize } from '../media/images.js';
import { protocol } from './treatments.js';

/** The disease that an administrator has chosen for visitors to read without access. */
export const freeSampleName = z.object({ id: objectId, nameEn: z.string(), nameKn: z.string() });
/** See {@link freeSampleName}. */
export type FreeSampleName = z.infer<typeof freeSampleName>;

/**
 * What visitors read of it: no notes and no history, and of its images those that were drawn for a
 * sample. `imagesUnavailable` if the media service does not answer: then the list of images is empty.
 */
export const freeSample = freeSampleName.extend({
  category,
  descriptionEn: z.string(),
  descriptionKn: z.string(),
  protocols: z.array(protocol),
  images: z.array(image),
  imagesUnavailable: z.literal(true).optional(),
});
/** See {@link freeSample}. */
export type FreeSample = z.infer<typeof freeSample>;

/** Which disease is the free sample; none is if none is chosen, or the chosen one is in the trash. */
export const findFreeSample = defineQuery({
  name: 'catalog.free-sample.find',
  access: access.everyone,
  reply: z.object({ sample: freeSampleName.optional() }),
});

/** The free sample. Any other disease is `NOT_FOUND`, whether it exists or not. */
export const getFreeSample = customEndpoint('GET /api/samples/{id}', {
  summary: 'The disease that visitors read free of charge',
  access: access.everyone,
  ...ofRecord,
  response: freeSample,
  revalidated: true,
  message: 'catalog.free-sample.get',
});

/** One of the images of {@link getFreeSample}. */
export const getFreeSampleImage = customEndpoint('GET /api/samples/{id}/images/{filename}', {
  summary: 'A drawn image of the disease that visitors read free of charge',
  access: access.everyone,
  params: byId.extend({ filename: z.string().max(200) }),
  query: z.strictObject({ size: imageSize.optional() }),
  binary: true,
  revalidated: true,
  errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
  message: 'catalog.free-sample.locate-image',
  request: getImageUrl.request.extend(byId.shape),
  reply: getImageUrl.reply,
});

/**
 * Makes a disease the free sample, in place of any other one, which is then named. `NOT_FOUND` (kind
 * treatment) for one without a treatment.
 */
export const chooseFreeSample = customEndpoint('PUT /api/samples/{id}', {
  summary: 'Makes a disease the one that visitors read free of charge',
  access: access.from('admin'),
  ...ofRecord,
  response: z.object({ replaced: freeSampleName.optional() }),
  message: 'catalog.free-sample.choose',
});

/** From now on there is no free sample. `NOT_FOUND` if the disease is not the free sample. */
export const endFreeSample = customEndpoint('DELETE /api/samples/{id}', {
  summary: 'Ends that visitors read a disease free of charge',
  access: access.from('admin'),
  ...ofRecord,
  status: 204,
  message: 'catalog.free-sample.end',
});
