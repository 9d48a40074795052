import { ensureIndexes } from '@ctdb/chassis';
import type { Model, QueryFilter, SortOrder, Types } from 'mongoose';
import { recordIndexes } from '../store/indexes.js';
import { RecordRepository } from '../store/record.repository.js';
import type { StoredRecord } from '../store/record.js';

/** A record that hangs on a treatment. */
export interface EntryRecord extends StoredRecord {
  treatmentId: Types.ObjectId;
  /** The treatment's disease, which hides the entry while it is in the trash. */
  diseaseId: Types.ObjectId;
  /** Who entered it; see `subjectKey`. */
  enteredBy: string;
  /** Its purge has begun: the event of it is stored, the entry goes when that is published. */
  purgedAt?: Date;
}

/** The fields by which a collection's entries are listed, newest first. */
export type EntryOrder = Record<string, -1>;

/** The database code that notes and history entries share. */
export abstract class EntriesRepository<D extends EntryRecord> extends RecordRepository<D> {
  protected constructor(
    model: Model<D>,
    private readonly order: EntryOrder,
  ) {
    super(model);
  }

  async createIndexes(): Promise<void> {
    await ensureIndexes(this.model, [
      ...recordIndexes,
      { name: 'newestOfTreatment', key: { treatmentId: 1, deletedAt: 1, ...this.order, _id: -1 } },
      { name: 'ofDisease', key: { diseaseId: 1 } },
    ]);
  }

  /** Entries of a treatment that are not in the trash, newest first. */
  page(treatmentId: Types.ObjectId, offset: number, limit: number): Promise<D[]> {
    return this.model
      .find({ treatmentId, deletedAt: null } as QueryFilter<D>)
      .sort({ ...this.order, _id: -1 } as Record<string, SortOrder>)
      .skip(offset)
      .limit(limit)
      .lean<D[]>()
      .exec();
  }

  /** How many entries of a treatment are not in the trash. */
  count(treatmentId: Types.ObjectId): Promise<number> {
    return this.model.countDocuments({ treatmentId, deletedAt: null } as QueryFilter<D>).exec();
  }
}
