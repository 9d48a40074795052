import { recordIndexes, RecordRepository } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, QueryFilter, SortOrder, Types } from 'mongoose';
import { HistoryRecord, NoteRecord, type EntryRecord } from './treatment.records.js';

/** The fields by which a collection's entries are listed, newest first. */
type EntryOrder = Record<string, -1>;

/** The database code that notes and history entries share. */
export abstract class EntriesRepository<D extends EntryRecord> extends RecordRepository<D> {
  protected constructor(
    model: Model<D>,
    private readonly order: EntryOrder,
    indexes: mongo.IndexDescription[] = [],
  ) {
    super(model, [
      ...recordIndexes,
      { name: 'newestOfTreatment', key: { treatmentId: 1, deletedAt: 1, ...order, _id: -1 } },
      { name: 'ofDisease', key: { diseaseId: 1 } },
      { name: 'changedAt', key: { changedAt: 1 } },
      ...indexes,
    ]);
  }

  /** Entries of a treatment that are not in the trash, newest first. */
  findPage(treatmentId: Types.ObjectId, offset: number, limit: number): Promise<D[]> {
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

/** The collection `notes`. */
@Injectable()
export class NotesRepository extends EntriesRepository<NoteRecord> {
  constructor(@InjectModel(NoteRecord.name) model: Model<NoteRecord>) {
    super(model, { createdAt: -1 });
  }
}

/** The collection `history`. */
@Injectable()
export class HistoryRepository extends EntriesRepository<HistoryRecord> {
  constructor(@InjectModel(HistoryRecord.name) model: Model<HistoryRecord>) {
    super(model, { date: -1, createdAt: -1 }, [
      { name: 'date', key: { date: 1 } },
      { name: 'patientKey', key: { patientKey: 1 } },
    ]);
  }
}
