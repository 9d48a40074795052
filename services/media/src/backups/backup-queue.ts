import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Types } from 'mongoose';
import { Queues } from '../queues/queues.js';

/** Name of the queue of automatic backups. */
export const BACKUP_QUEUE = 'backup';

/** Which image is to be backed up. */
export interface BackupJob {
  imageId: string;
}

/** A failed one stays on the queue for so long, so that it is not tried again all the time; ms. */
const REST_MS = 600_000;
const MOST_CLEANED = 1_000;
const RETRIES = { attempts: 4, backoff: { type: 'exponential', delay: 1_000 } } as const;

/** Puts images on the queue of automatic backups; one that is on it already stays as it is. */
@Injectable()
export class BackupQueue {
  private readonly queue: Queue<BackupJob, void, string>;

  constructor(
    queues: Queues,
    private readonly logger: AppLogger,
  ) {
    this.queue = queues.queue<BackupJob>(BACKUP_QUEUE);
  }

  /** A queue that is away is no fault: the reconciler goes by the database. */
  async add(imageIds: readonly Types.ObjectId[]): Promise<void> {
    const jobs = imageIds.map((id) => {
      const imageId = id.toHexString();
      const opts = { jobId: `image-${imageId}`, removeOnFail: false, ...RETRIES };
      return { name: 'backup', data: { imageId }, opts };
    });
    try {
      await this.queue.addBulk(jobs);
    } catch (error) {
      this.logger.warn('backups wait for their queue', error);
    }
  }

  /** Lets those be tried again that failed some time ago. */
  async forgive(): Promise<void> {
    await this.queue.clean(REST_MS, MOST_CLEANED, 'failed');
  }
}
