import { AppLogger } from '@ctdb/chassis';
import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Queue } from 'bullmq';
import { UploadsRepository } from './uploads.repository.js';

/** Name of the queue of uploads that wait for their inspection. */
export const UPLOAD_QUEUE = 'process';

/** For errors of servers only; a bad picture is rejected at the first attempt. */
const RETRIES = { attempts: 5, backoff: { type: 'exponential', delay: 500 } } as const;
/** Younger uploads are being processed. */
const GRACE_MS = 5_000;
const BATCH_SIZE = 500;
const RECONCILE_INTERVAL_MS = 30_000;

/** Queues uploads; one that is queued already stays as it is. */
@Injectable()
export class UploadQueue {
  constructor(
    @InjectQueue(UPLOAD_QUEUE) private readonly queue: Queue<{ uploadId: string }>,
    private readonly uploads: UploadsRepository,
    private readonly logger: AppLogger,
  ) {}

  /** Never throws: what is not queued, {@link reconcile} finds in the database. */
  async add(uploadId: string): Promise<void> {
    const options = { jobId: uploadId, removeOnComplete: true, removeOnFail: true, ...RETRIES };
    try {
      await this.queue.add('process', { uploadId }, options);
    } catch (error) {
      this.logger.warn('queueing an upload failed, the reconciler will retry', error);
    }
  }

  /** Queues uploads again that Redis has lost. */
  @Interval(RECONCILE_INTERVAL_MS)
  async reconcile(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - GRACE_MS);
    for (const uploadId of await this.uploads.waitingSince(before, BATCH_SIZE))
      await this.add(uploadId);
  }
}
