import { AppLogger, Health } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import pRetry from 'p-retry';

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

const RETRY_INTERVAL_MS = 2_000;

/** Repeats `work` until it succeeds or `signal` aborts. Failures are logged. */
export const retryUntilDone = async (
  name: string,
  work: () => Promise<void>,
  logger: AppLogger,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await pRetry(work, {
      retries: Infinity,
      factor: 1,
      minTimeout: RETRY_INTERVAL_MS,
      signal,
      onFailedAttempt: ({ error }) =>
        logger.warn(`job ${name} failed, retrying at the next interval`, error),
    });
  } catch (error) {
    if (!signal.aborted) logger.error(`job ${name} failed`, error);
  }
};

/** Creates the bucket as soon as the storage can be reached, and reports the storage's health. */
@Injectable()
export class BucketInitializer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    private readonly store: ObjectStore,
    private readonly logger: AppLogger,
    health: Health,
  ) {
    health.register('storage', () => store.ensureBucket());
  }

  onApplicationBootstrap(): void {
    const ensureBucket = () => this.store.ensureBucket();
    void retryUntilDone('bucket initialisation', ensureBucket, this.logger, this.stopping.signal);
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }
}
