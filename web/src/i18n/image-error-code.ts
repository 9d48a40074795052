import type { Resources } from './resources';

/** Errors that only an upload meets; their words are loaded with the images. */
export type ImageErrorCode = keyof Resources['images']['error'];
