import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Queues } from '../queues/queues.js';

/** Name of the queue on which uploads wait to be judged. */
export const PROCESS_QUEUE = 'process';

/** What a job says: which upload. All else is in the database. */
export interface UploadJob {
  uploadId: string;
}

/** For faults of servers only; a bad picture is refused at the first try. */
const RETRIES = { attempts: 5, backoff: { type: 'exponential', delay: 500 } } as const;

/** Puts uploads on the queue; one that is on it already stays as it is. */
@Injectable()
export class UploadQueue {
  private readonly queue: Queue<UploadJob, void, string>;

  constructor(
    queues: Queues,
    private readonly logger: AppLogger,
  ) {
    this.queue = queues.queue<UploadJob>(PROCESS_QUEUE);
  }

  /** A queue that is away is no fault: the reconciler goes by the database. */
  async add(uploadId: string): Promise<void> {
    try {
      await this.queue.add('process', { uploadId }, { jobId: uploadId, ...RETRIES });
    } catch (error) {
      this.logger.warn('an upload waits for its queue', error);
    }
  }
}
