import { MONGO, type OutboxEntry } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model, Types } from 'mongoose';
import { diseaseModel, type DiseaseRecord } from '../diseases/diseases.schema.js';
import type { EntryRecord } from '../entries/entries.repository.js';
import { historyModel } from '../history/history.schema.js';
import { noteModel } from '../notes/notes.schema.js';
import { treatmentModel, type TreatmentRecord } from '../treatments/treatments.schema.js';

type Id = Types.ObjectId;

/** What hangs on treatments and has a trash of its own. */
export type EntryKind = 'note' | 'history';

/** Only what nobody waits to hear of any more may go. */
const TOLD = { 'outbox.0': { $exists: false } };

/** Removes for good. Every step may be repeated, and taken by several replicas at once. */
@Injectable()
export class PurgeRepository {
  private readonly diseases: Model<DiseaseRecord>;
  private readonly treatments: Model<TreatmentRecord>;
  private readonly entries: Record<EntryKind, Model<EntryRecord>>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.diseases = diseaseModel(connection);
    this.treatments = treatmentModel(connection);
    this.entries = {
      note: noteModel(connection),
      history: historyModel(connection),
    } as unknown as Record<EntryKind, Model<EntryRecord>>;
  }

  /** Diseases deleted at `horizon` or before whose purge has not begun. */
  async dueDiseases(horizon: Date, limit: number): Promise<Id[]> {
    const due = { deletedAt: { $lte: horizon }, purgedAt: { $exists: false } };
    return idsOf(await this.diseases.find(due).select('_id').limit(limit).lean().exec());
  }

  async treatmentIdsOf(diseaseId: Id): Promise<Id[]> {
    return idsOf(await this.treatments.find({ diseaseId }).select('_id').lean().exec());
  }

  /** Begins a disease's purge and stores the event of it; by whom else it was begun, nothing happens. */
  async begin(diseaseId: Id, horizon: Date, entry: OutboxEntry, now: Date): Promise<void> {
    await this.diseases.updateOne(
      { _id: diseaseId, deletedAt: { $lte: horizon }, purgedAt: { $exists: false } },
      // The new version makes a restore fail that read the disease before.
      { $set: { purgedAt: now }, $inc: { version: 1 }, $push: { outbox: entry } },
    );
  }

  /** Diseases whose purge has begun. */
  async begun(limit: number): Promise<Id[]> {
    const begun = { purgedAt: { $exists: true } };
    return idsOf(await this.diseases.find(begun).select('_id').limit(limit).lean().exec());
  }

  /** Removes what hangs on some diseases, then those whose events are all published. */
  async finish(diseaseIds: readonly Id[]): Promise<number> {
    const ofThese = { diseaseId: { $in: diseaseIds } };
    for (const model of Object.values(this.entries)) await model.deleteMany(ofThese);
    await this.treatments.deleteMany(ofThese);
    const { deletedCount } = await this.diseases.deleteMany({
      _id: { $in: diseaseIds },
      purgedAt: { $exists: true },
      ...TOLD,
    });
    return deletedCount;
  }

  /** Up to `limit` notes, or history entries, that were deleted before `horizon` and not told of yet. */
  async dueEntries(kind: EntryKind, horizon: Date, limit: number): Promise<EntryRecord[]> {
    const due = { deletedAt: { $lte: horizon }, purgedAt: { $exists: false } };
    const fields = '_id treatmentId diseaseId';
    return this.entries[kind].find(due).select(fields).limit(limit).lean<EntryRecord[]>().exec();
  }

  /** Begins an entry's purge and stores the event of it; by whom else it was begun, nothing happens. */
  async beginEntry(kind: EntryKind, _id: Id, entry: OutboxEntry, now: Date): Promise<void> {
    await this.entries[kind].updateOne(
      { _id, deletedAt: { $ne: null }, purgedAt: { $exists: false } },
      { $set: { purgedAt: now }, $inc: { version: 1 }, $push: { outbox: entry } },
    );
  }

  /** Removes the entries whose purge has begun and whose events are all published. */
  async finishEntries(): Promise<number> {
    let removed = 0;
    for (const model of Object.values(this.entries)) {
      const { deletedCount } = await model.deleteMany({ purgedAt: { $exists: true }, ...TOLD });
      removed += deletedCount;
    }
    return removed;
  }
}

const idsOf = (records: { _id: Id }[]): Id[] => records.map(({ _id }) => _id);
