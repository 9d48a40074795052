import { retryOnDeadlock, retryUpsert } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { CatalogRepository, type EntryKind } from '../records/models.js';
import { PatientRecord } from '../records/patient.record.js';
import { PersonalListsRecord } from '../records/personal-lists.record.js';
import { ofFormerOwners, PracticeJoin } from '../records/practice-join.record.js';
import type { EntryRecord } from '../records/treatment.record.js';
import { entryEvent } from '../treatments/entries.service.js';

const BATCH_SIZE = 500;

/** Owns the published entries of practices that were erased. */
export const ERASED_PRACTICE = 'practice:erased';

/** What practices own, and which were joined. */
@Injectable()
export class PracticesRepository extends CatalogRepository {
  @InjectModel(PracticeJoin.name) private readonly joins!: Model<PracticeJoin>;
  @InjectModel(PatientRecord.name) private readonly patients!: Model<PatientRecord>;
  @InjectModel(PersonalListsRecord.name) private readonly lists!: Model<PersonalListsRecord>;

  /** Joins of after `since`. */
  findJoins(since: Date): Promise<PracticeJoin[]> {
    const recent = { at: { $gt: since } };
    return this.joins.find(recent).lean<PracticeJoin[]>().exec();
  }

  async addJoin(from: string, into: string): Promise<void> {
    const update = { $set: { into, at: new Date() } };
    await retryUpsert(() => this.joins.updateOne({ _id: from }, update, { upsert: true }).exec());
  }

  /** Owners of earlier versions that still own something. */
  async findFormerOwners(): Promise<string[]> {
    const found: string[][] = await Promise.all([
      this.entries.note.distinct('practice', ofFormerOwners('practice')).exec(),
      this.entries.history.distinct('practice', ofFormerOwners('practice')).exec(),
      this.patients.distinct('practice', ofFormerOwners('practice')).exec(),
      this.lists.distinct('_id', ofFormerOwners('_id')).exec(),
    ]);
    return [...new Set(found.flat())];
  }

  /** Gives all that `from` owns to `into`. Returns the diseases of its entries. */
  async move(from: string, into: string): Promise<Types.ObjectId[]> {
    await this.movePatients(from, into);
    await this.moveLists(from, into);
    const diseaseIds: Types.ObjectId[] = [];
    for (const entries of Object.values(this.entries)) {
      diseaseIds.push(...(await entries.distinct('diseaseId', { practice: from }).exec()));
      await updateEntries(entries, { practice: from }, { practice: into, changedAt: new Date() });
    }
    return diseaseIds;
  }

  /**
   * Starts the purge of a practice's entries that are not published or are in the trash, and removes the
   * author of the others, and its lists. Returns the diseases of its entries.
   */
  async erase(practice: string, now: Date): Promise<Types.ObjectId[]> {
    await this.lists.deleteOne({ _id: practice });
    const diseaseIds: Types.ObjectId[] = [];
    for (const kind of ['note', 'history'] as const) {
      // Just before the change: readers of the diseases of later entries would keep the author.
      diseaseIds.push(...(await this.entries[kind].distinct('diseaseId', { practice }).exec()));
      await this.purgeEntries(kind, practice, now);
      const author = kind === 'history' ? { practitioner: '•', practitionerKn: '' } : {};
      const owner = { practice: ERASED_PRACTICE, enteredBy: 'pass:erased' };
      const staying = { practice, purgedAt: { $exists: false } };
      await updateEntries(this.entries[kind], staying, { ...owner, ...author, changedAt: now });
    }
    return diseaseIds;
  }

  private async purgeEntries(kind: EntryKind, practice: string, now: Date): Promise<void> {
    const entries = this.entries[kind];
    const hidden = { $or: [{ isPublished: false }, { deletedAt: { $ne: null } }] };
    const due = { practice, purgedAt: { $exists: false }, ...hidden };
    for (;;) {
      const found = await entries.find(due).limit(BATCH_SIZE).lean<EntryRecord[]>().exec();
      if (found.length === 0) return;
      const $set = { deletedAt: now, purgedAt: now, changedAt: now };
      const writes = found.map((entry) => {
        const $push = { outbox: entryEvent(`${kind}Purged`, entry) };
        const filter = { _id: entry._id, purgedAt: { $exists: false } };
        return { updateOne: { filter, update: { $set, $inc: { version: 1 }, $push } } };
      });
      await retryOnDeadlock(() => entries.bulkWrite(writes, { ordered: false }));
    }
  }

  /** Equal names stay apart: new entries of one go to the patient that was there. */
  private async movePatients(from: string, into: string): Promise<void> {
    for (;;) {
      const some = this.patients.find({ practice: from }, 'key', { limit: BATCH_SIZE });
      const found = await some.lean<PatientRecord[]>().exec();
      if (found.length === 0) return;
      const keys = found.map(({ key }) => key);
      const there = { practice: into, key: { $in: keys } };
      const taken = new Set(await this.patients.distinct('key', there).exec());
      const writes = found.map(({ _id, key }) => {
        const own = taken.has(key) ? `${key} ${_id.toHexString()}` : key;
        const update = { $set: { practice: into, key: own }, $inc: { version: 1 } };
        // One that is erased meanwhile has another key, and is found again.
        return { updateOne: { filter: { _id, key, practice: from }, update } };
      });
      await retryOnDeadlock(() => this.patients.bulkWrite(writes, { ordered: false }));
    }
  }

  private async moveLists(from: string, into: string): Promise<void> {
    const lists = await this.lists.findById(from).lean<PersonalListsRecord>().exec();
    if (!lists) return;
    const { favorites, recent, usedAt } = lists;
    const update = {
      $addToSet: { favorites: { $each: favorites }, recent: { $each: recent } },
      $max: { usedAt },
    };
    await retryUpsert(() => this.lists.updateOne({ _id: into }, update, { upsert: true }).exec());
    await retryOnDeadlock(() => this.lists.deleteOne({ _id: from }).exec());
  }
}

/** A replica that misses the change finds it by the version. */
const updateEntries = (entries: Model<EntryRecord>, filter: object, set: object) =>
  retryOnDeadlock(() => entries.updateMany(filter, { $set: set, $inc: { version: 1 } }).exec());
