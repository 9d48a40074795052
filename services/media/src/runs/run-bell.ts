import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Types } from 'mongoose';
import { Queues } from '../queues/queues.js';

/** Name of the queue that tells workers of runs. */
export const RUNS_QUEUE = 'runs';

/** Either a run that waits to be taken, or the moment at which one is to be started. */
export type RunJob = { runId: string } | { start: 'full' | 'drill' };

/** Wakes a worker for a new run. Where the bell is not heard, workers find the run by themselves. */
@Injectable()
export class RunBell {
  readonly queue: Queue<RunJob, void, string>;

  constructor(
    queues: Queues,
    private readonly logger: AppLogger,
  ) {
    this.queue = queues.queue<RunJob>(RUNS_QUEUE);
  }

  async ring(id: Types.ObjectId): Promise<void> {
    const runId = id.toHexString();
    try {
      await this.queue.add('take', { runId }, { jobId: `run-${runId}` });
    } catch (error) {
      this.logger.warn('a run waits to be found', error);
    }
  }
}
