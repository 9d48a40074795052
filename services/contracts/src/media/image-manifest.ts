import { z } from 'zod';
import { diseaseCode } from '../catalog/codes.js';
import { objectId } from '../records.js';
import { imageInput } from './images.js';

/** The entry of an archive of images that says whose they are, see {@link imageManifest}. */
export const IMAGE_MANIFEST = 'manifest.json';

/**
 * An image of an archive. Its treatment is the one with this id, else that of the only disease with these names, or
 * of several the only one with these codes.
 */
export const manifestImage = z.object({
  /** The name of its entry. */
  file: z.string().min(1).max(300),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().min(1),
  disease: z.object({
    id: objectId.optional(),
    nameEn: z.string(),
    nameKn: z.string(),
    codes: z.array(diseaseCode).default([]),
  }),
  treatmentId: objectId.optional(),
  /** Its place among the images of the treatment, from 1. */
  order: z.number().int().min(1),
  ...imageInput.shape,
});
/** See {@link manifestImage}. */
export type ManifestImage = z.infer<typeof manifestImage>;

/** What an archive of images says of itself. Each image is a {@link manifestImage}, and is refused alone. */
export const imageManifest = z.object({
  format: z.literal('colour-therapy-images'),
  version: z.literal(1),
  images: z.array(z.unknown()).max(200_000),
});
