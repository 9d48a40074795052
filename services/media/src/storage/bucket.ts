/** Uploaded files that wait for their inspection. */
export const STAGING_PREFIX = 'staging/';
/** Objects of images, each under the name that the image is served by. */
export const IMAGES_PREFIX = 'images/';
/** Scratch space of restore drills; nothing is served from it. */
export const DRILL_PREFIX = 'drill/';

export const stagingKey = (uploadId: string): string => `${STAGING_PREFIX}${uploadId}`;

export const toUploadId = (key: string): string => key.slice(STAGING_PREFIX.length);
