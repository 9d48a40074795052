/** Uploaded files that wait for their inspection. */
export const STAGING_PREFIX = 'staging/';
/** Objects of images, each under the name that the image is served by. */
export const IMAGES_PREFIX = 'images/';
/** Scratch space of restore drills; nothing is served from it. */
export const DRILL_PREFIX = 'drill/';

export const stagingKey = (uploadId: string): string => `${STAGING_PREFIX}${uploadId}`;

export const toUploadId = (key: string): string => key.slice(STAGING_PREFIX.length);

/** Arrays of `size` items; the last one may be shorter. */
export async function* toBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
