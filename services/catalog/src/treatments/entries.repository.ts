import { practiceKey, recordIndexes, RecordRepository } from '@ctdb/chassis';
import { isPerson, type Subject } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, QueryFilter, SortOrder, Types } from 'mongoose';
import { HistoryRecord, NoteRecord, type EntryRecord } from '../records/treatment.record.js';

/** The fields by which a collection's entries are listed, newest first. */
type EntryOrder = Record<string, -1>;

/** The entries that a reader may see. */
const visibleTo = (viewer: Subject) =>
  isPerson(viewer)
    ? {}
    : { $or: [{ isPublished: { $ne: false } }, { practice: practiceKey(viewer) }] };

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
      { name: 'practice', key: { practice: 1 } },
      ...indexes,
    ]);
  }

  /** Entries of a treatment that are not in the trash and that `viewer` may see, newest first. */
  async findPage(treatmentId: Types.ObjectId, viewer: Subject, page: number, limit: number) {
    const filter = { treatmentId, deletedAt: null, ...visibleTo(viewer) } as QueryFilter<D>;
    const sort: Record<string, SortOrder> = { ...this.order, _id: -1 };
    const records = await this.findMany(filter, { sort, skip: (page - 1) * limit, limit });
    const isWhole = page === 1 && records.length < limit;
    const total = isWhole ? records.length : await this.model.countDocuments(filter).exec();
    return { records, total };
  }

  /** The practices that own those entries of a treatment that are not published. */
  async findUnpublishedOwners(treatmentId: Types.ObjectId): Promise<string[]> {
    const filter = { treatmentId, deletedAt: null, isPublished: false } as QueryFilter<D>;
    const practices: unknown[] = await this.model.distinct('practice', filter).exec();
    return practices as string[];
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
      { name: 'ofPatient', key: { patientId: 1, date: -1 } },
    ]);
  }
}
