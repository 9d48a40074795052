import type { ImageFault, RunFault } from '@ctdb/contracts';
import type { ImageRecord } from '../images/image.schema.js';
import type { RunRecord, RunType } from './run.schema.js';

/** How it went with one image; null where it went away meanwhile. */
export type Outcome = { repaired: boolean } | { fault: ImageFault } | null;

/** What a run does with each image. Every step may be repeated, and done by two workers at once. */
export interface RunHandler {
  readonly type: RunType;
  /** How many images at once. */
  readonly concurrency: number;
  /** Whether a run has failed in which some images did. */
  readonly failsWithImages: boolean;
  examine(image: ImageRecord, run: RunRecord): Promise<Outcome>;
  /** Stores how it went with a page of images, where that is not done for each. */
  settle?(images: readonly ImageRecord[], outcomes: readonly Outcome[]): Promise<Outcome[]>;
  /** Done at the end, whatever it was. */
  tidy?(run: RunRecord): Promise<void>;
}

/** Injection token of all {@link RunHandler}s. */
export const RUN_TASKS = Symbol('RUN_TASKS');

/** There is no use in going on with other images. */
export class RunAbortedError extends Error {
  constructor(
    readonly fault: RunFault,
    cause?: unknown,
  ) {
    super(fault, { cause });
    this.name = 'RunAbort';
  }
}
