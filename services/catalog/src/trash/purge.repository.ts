import type { OutboxEntry } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { CatalogRepository, type EntryKind } from '../records/models.js';
import type { EntryRecord } from '../records/treatment.record.js';

type Id = Types.ObjectId;

/** Only records whose events are all published may go. */
const outboxEmpty = { 'outbox.0': { $exists: false } };

/** Removes for good. Every step may be repeated, and run by several replicas at a time. */
@Injectable()
export class PurgeRepository extends CatalogRepository {
  /** Diseases deleted at `cutoff` or before whose purge has not started. */
  async findExpiredDiseases(cutoff: Date, limit: number): Promise<Id[]> {
    const due = { deletedAt: { $lte: cutoff }, purgedAt: { $exists: false } };
    return idsOf(await this.diseases.find(due).select('_id').limit(limit).lean().exec());
  }

  async findTreatmentIds(diseaseId: Id): Promise<Id[]> {
    return idsOf(await this.treatments.find({ diseaseId }).select('_id').lean().exec());
  }

  /** Starts a disease's purge and stores the event of it; changes nothing where it was started before. */
  async startPurge(diseaseId: Id, cutoff: Date, entry: OutboxEntry, now: Date): Promise<void> {
    await this.diseases.updateOne(
      { _id: diseaseId, deletedAt: { $lte: cutoff }, purgedAt: { $exists: false } },
      // The new version makes a restore fail that read the disease before.
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
    const { deletedCount } = await this.diseases.deleteMany({
      _id: { $in: diseaseIds },
      purgedAt: { $exists: true },
      ...outboxEmpty,
    });
    return deletedCount;
  }

  /** Up to `limit` notes, or history entries, that were deleted at `cutoff` or before and whose purge has not started. */
  async findExpiredEntries(kind: EntryKind, cutoff: Date, limit: number): Promise<EntryRecord[]> {
    const due = { deletedAt: { $lte: cutoff }, purgedAt: { $exists: false } };
    const fields = '_id treatmentId diseaseId';
    return this.entries[kind].find(due).select(fields).limit(limit).lean<EntryRecord[]>().exec();
  }

  /** Starts an entry's purge and stores the event of it; changes nothing where it was started before. */
  async startEntryPurge(
    kind: EntryKind,
    _id: Id,
    cutoff: Date,
    entry: OutboxEntry,
    now: Date,
  ): Promise<void> {
    await this.entries[kind].updateOne(
      { _id, deletedAt: { $lte: cutoff }, purgedAt: { $exists: false } },
      { $set: { purgedAt: now }, $inc: { version: 1 }, $push: { outbox: entry } },
    );
  }

  /** Removes the entries whose purge has started and whose events are all published. */
  async deletePurgedEntries(): Promise<number> {
    let removed = 0;
    for (const model of Object.values(this.entries)) {
      const { deletedCount } = await model.deleteMany({
        purgedAt: { $exists: true },
        ...outboxEmpty,
      });
      removed += deletedCount;
    }
    return removed;
  }
}

const idsOf = (records: { _id: Id }[]): Id[] => records.map(({ _id }) => _id);
