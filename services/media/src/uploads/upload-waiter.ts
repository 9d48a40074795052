import { AppLogger } from '@ctdb/chassis';
import { OnQueueEvent, QueueEventsHost, QueueEventsListener } from '@nestjs/bullmq';
import { UPLOAD_QUEUE } from './upload-queue.js';

/** Limits the cost of an event that Redis lost. */
const MAX_WAIT_MS = 400;

/** Lets callers wait until the worker has processed their upload. */
@QueueEventsListener(UPLOAD_QUEUE)
export class UploadWaiter extends QueueEventsHost {
  private readonly waiters = new Map<string, Set<() => void>>();

  constructor(private readonly logger: AppLogger) {
    super();
  }

  /** Resolves when the job of this upload ends, at the latest after `MAX_WAIT_MS`. */
  async waitForJob(uploadId: string): Promise<void> {
    const waiters = this.waiters.get(uploadId) ?? new Set();
    this.waiters.set(uploadId, waiters);
    await new Promise<void>((resolve) => {
      const notify = () => {
        clearTimeout(timer);
        waiters.delete(notify);
        if (waiters.size === 0) this.waiters.delete(uploadId);
        resolve();
      };
      const timer = setTimeout(notify, MAX_WAIT_MS);
      waiters.add(notify);
    });
  }

  @OnQueueEvent('completed')
  onCompleted({ jobId }: { jobId: string }): void {
    this.notify(jobId);
  }

  @OnQueueEvent('failed')
  onFailed({ jobId }: { jobId: string }): void {
    this.notify(jobId);
  }

  @OnQueueEvent('error')
  onError(error: Error): void {
    this.logger.warn('queue events are not reachable', { queue: UPLOAD_QUEUE }, error);
  }

  private notify(uploadId: string): void {
    for (const notify of this.waiters.get(uploadId) ?? []) notify();
  }
}
