import type { ImageErrorCode, RunErrorCode } from '@ctdb/contracts';
import type { ImageRecord } from '../images/image.record.js';
import type { RunFailure, RunRecord, RunType } from './run.record.js';

/** The result for one image; null if the image was deleted meanwhile. */
export type ImageResult = { repaired: boolean } | { error: ImageErrorCode } | null;

/** Does the work of a run with each image. Every step may be repeated, and run in two workers at once. */
export interface RunHandler {
  readonly type: RunType;
  /** How many images at once. */
  readonly concurrency: number;
  /** Whether the run fails if an image does. */
  readonly failsWithImages: boolean;
  processImage(image: ImageRecord): Promise<ImageResult>;
  /** Stores the results of a page of images, for handlers that do not store each one. */
  saveResults?(
    images: readonly ImageRecord[],
    results: readonly ImageResult[],
  ): Promise<ImageResult[]>;
  /** Runs when all images are processed, before the run ends. */
  complete?(run: RunRecord): Promise<void>;
}

/** Injection token of all {@link RunHandler}s. */
export const RUN_HANDLERS = Symbol('RUN_HANDLERS');

/** The run cannot continue with other images either. */
export class RunAbortedError extends Error {
  constructor(
    readonly code: RunErrorCode,
    cause?: unknown,
  ) {
    super(code, { cause });
    this.name = 'RunAbortedError';
  }
}

/** A failed image as a run stores it. */
export const toRunFailure = (
  { _id, filename, title }: ImageRecord,
  reason: RunFailure['reason'],
): RunFailure => ({ imageId: _id, filename: filename ?? '', title, reason });
