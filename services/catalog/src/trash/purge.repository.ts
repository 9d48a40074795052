import type { OutboxEntry } from '@ctdb/chassis';
import type { TrashKind } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Model, Types } from 'mongoose';
import { CatalogRepository } from '../records/models.js';
import type { EntryRecord } from '../records/treatment.record.js';

type Id = Types.ObjectId;

/** Records whose purge has started and whose events are all published. */
const purgeable = { purgedAt: { $exists: true }, 'outbox.0': { $exists: false } };

/** Removes for good. Every step may be repeated, and run by several replicas at a time. */
@Injectable()
export class PurgeRepository extends CatalogRepository {
  /** Diseases have the same fields of the trash as entries. */
  private readonly models: Record<TrashKind, Model<EntryRecord>> = {
    ...this.entries,
    disease: this.diseases as unknown as Model<EntryRecord>,
  };

  /** Up to `limit` records that were deleted at `cutoff` or before and whose purge has not started. */
  async findExpired(kind: TrashKind, cutoff: Date, limit: number): Promise<EntryRecord[]> {
    const due = { deletedAt: { $lte: cutoff }, purgedAt: { $exists: false } };
    const fields = '_id treatmentId diseaseId';
    return this.models[kind].find(due).select(fields).limit(limit).lean<EntryRecord[]>().exec();
  }

  async findTreatmentIds(diseaseId: Id): Promise<Id[]> {
    return idsOf(await this.treatments.find({ diseaseId }).select('_id').lean().exec());
  }

  /** Starts a record's purge and stores the event of it; changes nothing where it was started before. */
  async startPurge(
    kind: TrashKind,
    _id: Id,
    cutoff: Date,
    entry: OutboxEntry,
    now: Date,
  ): Promise<void> {
    await this.models[kind].updateOne(
      { _id, deletedAt: { $lte: cutoff }, purgedAt: { $exists: false } },
      // The new version makes a restore fail that read the record before.
      { $set: { purgedAt: now }, $inc: { version: 1 }, $push: { outbox: entry } },
    );
  }

  /** Diseases whose purge has started. */
  async findPurging(limit: number): Promise<Id[]> {
    const purging = { purgedAt: { $exists: true } };
    return idsOf(await this.diseases.find(purging).select('_id').limit(limit).lean().exec());
  }

  /** Removes what belongs to some diseases, then those whose events are all published. */
  async deletePurged(diseaseIds: readonly Id[]): Promise<number> {
    const ofThese = { diseaseId: { $in: diseaseIds } };
    for (const model of Object.values(this.entries)) await model.deleteMany(ofThese);
    await this.treatments.deleteMany(ofThese);
    const filter = { ...purgeable, _id: { $in: diseaseIds } };
    return (await this.diseases.deleteMany(filter)).deletedCount;
  }

  /** Removes the entries whose purge has started and whose events are all published. */
  async deletePurgedEntries(): Promise<number> {
    let removed = 0;
    for (const model of Object.values(this.entries))
      removed += (await model.deleteMany(purgeable)).deletedCount;
    return removed;
  }
}

const idsOf = (records: { _id: Id }[]): Id[] => records.map(({ _id }) => _id);
