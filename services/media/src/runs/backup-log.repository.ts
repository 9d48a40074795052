import { deterministicId, isDuplicateKey, MONGO } from '@ctdb/chassis';
import type { RunFault } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model, Types } from 'mongoose';
import { runModel, type RunFailure, type RunRecord, type RunType } from './run.schema.js';

const AUTOMATIC_RETENTION_MS = 90 * 86_400_000;

/** The result of an automatic backup. */
export interface AutomaticLog {
  imageId: Types.ObjectId;
  startTime: Date;
  backupPath: string;
  failure?: RunFailure;
  errorMessage?: RunFault;
}

/** Reads runs, and logs automatic backups. */
@Injectable()
export class BackupLogRepository {
  private readonly model: Model<RunRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = runModel(connection);
  }

  /** The newest backups, restores and drills. */
  async recent(limit: number): Promise<RunRecord[]> {
    return this.model
      .find({ backupType: { $ne: 'health' } })
      .sort({ startTime: -1 })
      .limit(limit)
      .select('-failures')
      .lean<RunRecord[]>()
      .exec();
  }

  /** The newest run of a type; `ended`: of those that went over all images. */
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

  /** The end of the newest successful run of a type. */
  async lastSuccess(backupType: RunType): Promise<Date | undefined> {
    const run = await this.model
      .findOne({ backupType, status: 'completed' })
      .sort({ startTime: -1 })
      .select('endTime')
      .lean<Pick<RunRecord, 'endTime'>>()
      .exec();
    return run?.endTime;
  }

  /** One row for each image, however many attempts there are. */
  async saveAutomatic({ imageId, failure, ...log }: AutomaticLog): Promise<void> {
    const endTime = new Date();
    const _id = deterministicId('image', `automatic backup\n${imageId.toHexString()}`);
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
      expireAt: new Date(endTime.getTime() + AUTOMATIC_RETENTION_MS),
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
