import type { OutboxEntry } from '@ctdb/chassis';
import type { TrashKind } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Model, Types } from 'mongoose';
import { CatalogRepository } from '../records/models.js';
import type { EntryRecord } from '../records/treatment.record.js';

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

  /** Starts a record's purge and stores the event of it; changes nothing where it was started before. */
  async startPurge(
    kind: TrashKind,
    _id: Types.ObjectId,
    cutoff: Date,
    event: OutboxEntry,
  ): Promise<void> {
    await this.models[kind].updateOne(
      { _id, deletedAt: { $lte: cutoff }, purgedAt: { $exists: false } },
      // The new version makes a restore fail that read the record before.
      { $set: { purgedAt: new Date() }, $inc: { version: 1 }, $push: { outbox: event } },
    );
  }

  /**
   * Removes what belongs to up to `limit` diseases whose purge has started, then those of the diseases whose events
   * are all published.
   */
  async deletePurged(limit: number): Promise<number> {
    const purging = { purgedAt: { $exists: true } };
    const found = await this.diseases.find(purging).select('_id').limit(limit).lean().exec();
    if (found.length === 0) return 0;
    const diseaseIds = found.map(({ _id }) => _id);
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
