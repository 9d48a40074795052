import { holderKey, recordIndexes, RecordRepository, subjectKey } from '@ctdb/chassis';
import { isPerson, type Subject } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo, QueryFilter, SortOrder, Types, UpdateQuery } from 'mongoose';
import type { EntryOwner } from './entry-rights.js';
import { HistoryRecord, NoteRecord, type EntryRecord } from './treatment.records.js';

/** The fields by which a collection's entries are listed, newest first. */
type EntryOrder = Record<string, -1>;

/** The entries that a reader may see. */
const visibleTo = (viewer: Subject) =>
  isPerson(viewer)
    ? {}
    : {
        $or: [
          { isPublished: { $ne: false } },
          { holder: holderKey(viewer) },
          { enteredBy: subjectKey(viewer) },
        ],
      };

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
      { name: 'holder', key: { holder: 1 } },
      ...indexes,
    ]);
  }

  /** Entries of a treatment that are not in the trash and that `viewer` may see, newest first. */
  findPage(
    treatmentId: Types.ObjectId,
    viewer: Subject,
    offset: number,
    limit: number,
  ): Promise<D[]> {
    return this.model
      .find({ treatmentId, deletedAt: null, ...visibleTo(viewer) } as QueryFilter<D>)
      .sort({ ...this.order, _id: -1 } as Record<string, SortOrder>)
      .skip(offset)
      .limit(limit)
      .lean<D[]>()
      .exec();
  }

  /** How many entries of a treatment are not in the trash, of those that `viewer` may see. */
  count(treatmentId: Types.ObjectId, viewer: Subject): Promise<number> {
    const filter = { treatmentId, deletedAt: null, ...visibleTo(viewer) } as QueryFilter<D>;
    return this.model.countDocuments(filter).exec();
  }

  /** Whom those entries of a treatment belong to that are not published. */
  async findUnpublishedOwners(treatmentId: Types.ObjectId): Promise<EntryOwner[]> {
    const rows = await this.model.aggregate<{ _id: EntryOwner }>([
      { $match: { treatmentId, deletedAt: null, isPublished: false } },
      { $group: { _id: { enteredBy: '$enteredBy', holder: '$holder' } } },
    ]);
    return rows.map(({ _id }) => _id);
  }

  /** Those who entered up to `limit` of the entries without a holder, `others` left out. */
  async findOwnersWithoutHolder(limit: number, others: readonly string[]): Promise<string[]> {
    const rows = await this.model
      .find({ holder: null, enteredBy: { $nin: others } } as QueryFilter<D>)
      .select(['enteredBy'])
      .limit(limit)
      .lean<Pick<EntryRecord, 'enteredBy'>[]>()
      .exec();
    return [...new Set(rows.map(({ enteredBy }) => enteredBy))];
  }

  /** Stores whom entries belong to that `enteredBy` has entered. Returns their diseases. */
  async setHolder(enteredBy: string, holder: string): Promise<Types.ObjectId[]> {
    const filter = { enteredBy, holder: null } as QueryFilter<D>;
    const diseaseIds: unknown[] = await this.model.distinct('diseaseId', filter).exec();
    await this.updateMany(filter, {
      $set: { holder, changedAt: new Date() },
      // A replica that misses the change finds it by the version.
      $inc: { version: 1 },
    } as UpdateQuery<D>);
    return diseaseIds as Types.ObjectId[];
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
