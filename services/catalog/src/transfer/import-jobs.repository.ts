import { AppLogger } from '@ctdb/chassis';
import { FencedRepository, type FencedJobData } from '@ctdb/chassis/jobs';
import type { ImportStatus, RowCounts } from '@ctdb/contracts';
import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Queue } from 'bullmq';
import type { Model, UpdateQuery } from 'mongoose';
import {
  importKey,
  importLists,
  ImportRecord,
  withoutLists,
  type ImportList,
} from '../records/import.record.js';
import type { FoundTable } from './import-file.js';

/** Name of the queue that hands imports to workers. */
export const IMPORTS_QUEUE = 'imports';

/** What was done since the last checkpoint. */
export interface ImportProgress extends Partial<Pick<ImportRecord, ImportList>> {
  cursor: number;
  progress: number;
  /** What is added to figures of the record, by their paths. */
  counts: Partial<Record<keyof ImportRecord | `rowCounts.${keyof RowCounts}`, number>>;
}

/** In these an import reads its file, or may do so. */
const statusesWithFile: readonly ImportStatus[] = ['checking', 'checked', 'running'];

const toPush = (done: ImportProgress) =>
  Object.fromEntries(
    Object.entries(importLists).map(([name, max]) => {
      const items = done[name as ImportList] ?? [];
      return [name, { $each: items.slice(0, max), $slice: max }];
    }),
  );

/** Imports as jobs, in the collection `imports`. */
@Injectable()
export class ImportJobsRepository extends FencedRepository<ImportRecord> {
  constructor(
    @InjectModel(ImportRecord.name) model: Model<ImportRecord>,
    @InjectQueue(IMPORTS_QUEUE) queue: Queue<FencedJobData>,
    logger: AppLogger,
  ) {
    super(model, [], queue, logger);
  }

  /** Stores how far an import is; the record as it is then, without its lists. */
  checkpoint(record: ImportRecord, done: ImportProgress): Promise<ImportRecord> {
    const { cursor, progress, counts } = done;
    return this.write(
      record,
      {
        $set: { cursor, progress, takeovers: 0 },
        $inc: counts,
        $push: toPush(done),
      } as UpdateQuery<ImportRecord>,
      { ...withoutLists, outbox: 0 },
    );
  }

  /** Stores what an import has found at the beginning of its table. */
  async found(record: ImportRecord, table: FoundTable): Promise<void> {
    await this.write(record, { $set: table }, { _id: 1 });
  }

  /** The keys of the files that imports read, or may read. */
  async findFiles(): Promise<Set<string>> {
    const ids = await this.model.distinct('_id', { status: { $in: statusesWithFile } }).exec();
    return new Set(ids.map((id) => importKey(id.toHexString())));
  }

  /** Cancels the imports whose preview was neither run nor cancelled since `moment`. */
  async cancelForgotten(moment: Date): Promise<void> {
    const cancelled = { status: 'cancelled', endedAt: new Date() } as const;
    await this.updateMany({ status: 'checked', createdAt: { $lt: moment } }, { $set: cancelled });
  }
}
