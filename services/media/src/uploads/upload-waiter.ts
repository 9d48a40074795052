import { once, setMaxListeners } from 'node:events';
import { AppLogger } from '@ctdb/chassis';
import { OnQueueEvent, QueueEventsHost, QueueEventsListener } from '@nestjs/bullmq';
import { UPLOAD_QUEUE } from './upload-queue.js';

/** Limits the cost of an event that Redis lost. */
const MAX_WAIT_MS = 400;

/** Lets callers wait until the worker has processed their upload. */
@QueueEventsListener(UPLOAD_QUEUE)
export class UploadWaiter extends QueueEventsHost {
  constructor(private readonly logger: AppLogger) {
    super();
  }

  /** Resolves when the job of this upload ends, at the latest after `MAX_WAIT_MS`. Never rejects. */
  async waitForJob(uploadId: string): Promise<void> {
    // Each call that waits has listeners of its own.
    setMaxListeners(0, this.queueEvents);
    const signal = AbortSignal.timeout(MAX_WAIT_MS);
    const ends = ['completed', 'failed'].map((event) =>
      once(this.queueEvents, `${event}:${uploadId}`, { signal }),
    );
    await Promise.any(ends).catch(() => undefined);
  }

  @OnQueueEvent('error')
  onError(error: Error): void {
    this.logger.warn('queue events are not reachable', { queue: UPLOAD_QUEUE }, error);
  }
}
