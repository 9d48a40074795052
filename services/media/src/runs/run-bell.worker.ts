import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Types } from 'mongoose';
import { Queues } from '../queues/queues.js';
import { RUNS_QUEUE, type RunJob } from './run-bell.js';
import { RunStarter } from './run-starter.js';
import { RunWorker } from './run-worker.js';

/**
 * Hears the bell. The job is over as soon as the run is taken: the run's own lease in the database
 * outlives Redis, and a long job would keep the process from ending.
 */
@Injectable()
export class RunBellWorker implements OnApplicationBootstrap {
  constructor(
    private readonly queues: Queues,
    private readonly starter: RunStarter,
    private readonly worker: RunWorker,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.worker<RunJob>(RUNS_QUEUE, ({ data }) => this.hear(data), { concurrency: 1 });
  }

  private async hear(job: RunJob): Promise<void> {
    if ('start' in job) await this.starter.start({ type: job.start });
    else await this.worker.take(Types.ObjectId.createFromHexString(job.runId));
  }
}
