import { isDuplicateKey, MONGO } from '@ctdb/chassis';
import type { RunFault } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model, Types } from 'mongoose';
import { derivedId } from '../store/command-mark.js';
import { runModel, type RunFailure, type RunRecord, type RunType } from './run.schema.js';

/** How long the log of an automatic backup is kept; milliseconds. */
const KEPT_MS = 90 * 86_400_000;

/** How an automatic backup went. */
export interface AutomaticLog {
  imageId: Types.ObjectId;
  startTime: Date;
  backupPath: string;
  failure?: RunFailure;
  errorMessage?: RunFault;
}

/** What is asked of runs that are over, and the log of automatic backups. */
@Injectable()
export class BackupLogRepository {
  private readonly model: Model<RunRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = runModel(connection);
  }

  /** The newest runs that are backups, restores or drills. */
  async recent(limit: number): Promise<RunRecord[]> {
    return this.model
      .find({ backupType: { $ne: 'health' } })
      .sort({ startTime: -1 })
      .limit(limit)
      .select('-failures')
      .lean<RunRecord[]>()
      .exec();
  }

  /** The newest run of a type; `ended`: of those that went through to the end, well or not. */
  async last(backupType: RunType, ended: boolean): Promise<RunRecord | null> {
    return this.model
      .findOne({
        backupType,
        ...(ended && {
          $or: [{ status: 'completed' }, { status: 'failed', errorMessage: 'incomplete' }],
        }),
      })
      .sort({ startTime: -1 })
      .lean<RunRecord>()
      .exec();
  }

  /** When the newest run of a type that ended well did so. */
  async lastSuccess(backupType: RunType): Promise<Date | undefined> {
    const run = await this.model
      .findOne({ backupType, status: 'completed' })
      .sort({ startTime: -1 })
      .select('endTime')
      .lean<Pick<RunRecord, 'endTime'>>()
      .exec();
    return run?.endTime;
  }

  /** One row for each image, however often its backup is tried. */
  async saveAutomatic({ imageId, failure, ...log }: AutomaticLog): Promise<void> {
    const endTime = new Date();
    const _id = derivedId(`automatic backup\n${imageId.toHexString()}`);
    const row = {
      ...log,
      endTime,
      imageId,
      backupType: 'automatic',
      status: failure || log.errorMessage ? 'failed' : 'completed',
      totalImages: 1,
      successfulBackups: failure || log.errorMessage ? 0 : 1,
      failedBackups: failure || log.errorMessage ? 1 : 0,
      failures: failure ? [failure] : [],
      expireAt: new Date(endTime.getTime() + KEPT_MS),
    } as const;
    const unset = log.errorMessage ? {} : { $unset: { errorMessage: 1 } };
    const write = () => this.model.updateOne({ _id }, { $set: row, ...unset }, { upsert: true });
    try {
      await write();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await write();
    }
  }
}
