import { AppLogger, MONGO } from '@ctdb/chassis';
import { FencedRepository, type FencedJobData } from '@ctdb/chassis/jobs';
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Connection, Types } from 'mongoose';
import { runIndexes, runModel, type RunFailure, type RunRecord } from './run.schema.js';

/** Name of the queue that hands runs to workers. */
export const RUNS_QUEUE = 'runs';

/** What was done since the last checkpoint. */
export interface Progress {
  cursor: Types.ObjectId;
  successful: number;
  repaired: number;
  failures: RunFailure[];
}

/** More failures are only counted, because a document has a size limit. */
const MAX_FAILURES = 50_000;

/** Runs, in the collection `backup_logs`. */
@Injectable()
export class RunsRepository extends FencedRepository<RunRecord> {
  constructor(
    @Inject(MONGO) connection: Connection,
    @InjectQueue(RUNS_QUEUE) queue: Queue<FencedJobData>,
    logger: AppLogger,
  ) {
    super(runModel(connection), runIndexes, queue, logger);
  }

  /** Stores how far a run is. */
  async checkpoint(run: RunRecord, progress: Progress): Promise<void> {
    const { cursor, successful, repaired, failures } = progress;
    await this.write(
      run,
      {
        $set: { cursor, takeovers: 0 },
        $inc: { successfulBackups: successful, failedBackups: failures.length, repaired },
        ...(failures.length > 0 && {
          $push: { failures: { $each: failures, $slice: MAX_FAILURES } },
        }),
      },
      { _id: 1 },
    );
  }
}
