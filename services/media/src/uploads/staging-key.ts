/** Where uploaded bytes wait to be judged. */
export const STAGING = 'staging/';
/** Where the objects of images are, each image's under the name it is served by. */
export const IMAGES = 'images/';

/** Where the bytes of an upload are awaited. */
export const stagingKey = (uploadId: string): string => `${STAGING}${uploadId}`;

/** The upload whose bytes are there. */
export const uploadIdOf = (key: string): string => key.slice(STAGING.length);
