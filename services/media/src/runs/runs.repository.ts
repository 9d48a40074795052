import { AppLogger, deterministicId } from '@ctdb/chassis';
import { FencedRepository, jobTiming, type FencedJobData } from '@ctdb/chassis/jobs';
import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Queue } from 'bullmq';
import type { Model, QueryFilter, Types } from 'mongoose';
import type { ImageRecord } from '../images/image.record.js';
import {
  type ImageResult,
  type RunFailure,
  RunRecord,
  type RunType,
  runIndexes,
  toRunFailure,
} from './run.record.js';

/** Name of the queue that hands runs to workers. */
export const RUNS_QUEUE = 'runs';

/**
 * Longer than the default. A failed run starts anew and takes hours, and no user waits for it: a worker
 * that is paused or moved to another machine has a minute to return.
 */
const LOST_MS = 60_000;

/** The result of an automatic backup. */
type AutomaticLog = Pick<RunRecord, 'startTime' | 'backupPath' | 'errorMessage'> & {
  imageId: Types.ObjectId;
  failure?: RunFailure;
};

/** More failures are only counted, because a document has a size limit. */
const MAX_FAILURES = 50_000;
const AUTOMATIC_RETENTION_MS = 90 * 86_400_000;

const NEWEST_FIRST = { startTime: -1 } as const;
/** Processed all images. */
const HAS_ENDED: QueryFilter<RunRecord> = {
  $or: [{ status: 'completed' }, { status: 'failed', errorMessage: 'incomplete' }],
};

/** Runs and logged automatic backups, in the collection `backup_logs`. */
@Injectable()
export class RunsRepository extends FencedRepository<RunRecord> {
  constructor(
    @InjectModel(RunRecord.name) model: Model<RunRecord>,
    @InjectQueue(RUNS_QUEUE) queue: Queue<FencedJobData>,
    logger: AppLogger,
  ) {
    super(model, runIndexes, queue, logger, { ...jobTiming, lostMs: LOST_MS });
  }

  /** Stores the results of the next page of images. */
  async checkpoint(run: RunRecord, page: readonly ImageRecord[], results: readonly ImageResult[]) {
    const ended = results.filter((result) => result !== null);
    const right = ended.filter((result) => 'repaired' in result);
    const failures = page.flatMap((image, index) => {
      const result = results[index];
      return result && 'error' in result ? [toRunFailure(image, result.error)] : [];
    });
    await this.write(
      run,
      {
        $set: { cursor: page.at(-1)?._id ?? null, takeovers: 0 },
        $inc: {
          successfulBackups: right.length,
          failedBackups: failures.length,
          repaired: right.filter(({ repaired }) => repaired).length,
        },
        ...(failures.length > 0 && {
          $push: { failures: { $each: failures, $slice: MAX_FAILURES } },
        }),
      },
      { _id: 1 },
    );
  }

  /** The newest backups, restores and drills. */
  async recent(limit: number): Promise<RunRecord[]> {
    const options = { projection: { failures: 0 }, sort: NEWEST_FIRST, limit } as const;
    return this.findMany({ backupType: { $ne: 'health' } }, options);
  }

  /** The newest run of a type; `ended`: only of runs that processed all images. */
  async last(backupType: RunType, ended: boolean): Promise<RunRecord | null> {
    return this.findOne({ backupType, ...(ended && HAS_ENDED) }, { sort: NEWEST_FIRST });
  }

  /** The newest run of a type, or with this status, with its `endTime` alone. */
  findNewest(backupType: RunType, status?: RunRecord['status']): Promise<RunRecord | null> {
    const options = { projection: { startTime: 1, endTime: 1 }, sort: NEWEST_FIRST } as const;
    return this.findOne({ backupType, ...(status && { status }) }, options);
  }

  /** When the first copy of an image was made. */
  async findFirstCopy(): Promise<Date | undefined> {
    const options = { projection: { endTime: 1 }, sort: { endTime: 1 } } as const;
    return (await this.findOne({ backupType: 'automatic' }, options))?.endTime;
  }

  /** The end of the newest successful run of a type. */
  async lastSuccess(backupType: RunType): Promise<Date | undefined> {
    return (await this.findNewest(backupType, 'completed'))?.endTime;
  }

  /** One row for each image, also after several attempts. */
  async saveAutomatic({ imageId, failure, ...log }: AutomaticLog): Promise<void> {
    const endTime = new Date();
    const _id = deterministicId('image', `automatic backup\n${imageId.toHexString()}`);
    const hasFailed = failure !== undefined || log.errorMessage !== undefined;
    const row = {
      ...log,
      endTime,
      imageId,
      backupType: 'automatic',
      status: hasFailed ? 'failed' : 'completed',
      totalImages: 1,
      successfulBackups: hasFailed ? 0 : 1,
      failedBackups: hasFailed ? 1 : 0,
      failures: failure ? [failure] : [],
      expireAt: new Date(endTime.getTime() + AUTOMATIC_RETENTION_MS),
    } as const;
    const unset = log.errorMessage ? {} : { $unset: { errorMessage: 1 } };
    await this.upsert({ _id }, { $set: row, ...unset });
  }
}
