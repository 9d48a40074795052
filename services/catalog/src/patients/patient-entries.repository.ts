import { CollectionRepository, sameVersion, STABLE_ORDER } from '@ctdb/chassis';
import type { Outcome } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types } from 'mongoose';
import type { PatientRecord } from '../records/patient.record.js';
import { ofFormerOwners } from '../records/practice-join.record.js';
import { HistoryRecord } from '../records/treatment.record.js';
import type { Erasure } from './erasure-journal.js';
import { nameRemover } from './name-remover.js';
import { erasedKey } from './patients.repository.js';

type Id = Types.ObjectId;

/** What the entries of one patient tell together; the last ones are of the newest entry. */
export interface EntryFigures {
  entries: number;
  firstDate: Date;
  lastDate: Date;
  lastOutcome: Outcome;
  lastPractitioner: string;
}

/** What the assignment reads of an entry without a patient. */
export type UnassignedEntry = Pick<HistoryRecord, '_id' | 'diseaseId' | 'patientName' | 'practice'>;

/** Which entries lose a name. */
export type ErasedEntries = Omit<Erasure, 'backupsUntil'>;

const BATCH_SIZE = 200;
const newestFirst = { date: -1, createdAt: -1, _id: -1 } as const;

/** The history entries of patients. */
@Injectable()
export class PatientEntriesRepository extends CollectionRepository<HistoryRecord> {
  constructor(@InjectModel(HistoryRecord.name) private readonly history: Model<HistoryRecord>) {
    super(history);
  }

  /** By patient, of entries of some diseases that are not in the trash. */
  async findFigures(
    patientIds: readonly Id[],
    diseaseIds: readonly Id[],
  ): Promise<ReadonlyMap<string, EntryFigures>> {
    const among = { patientId: { $in: [...patientIds] }, diseaseId: { $in: [...diseaseIds] } };
    const rows = await this.history.aggregate<EntryFigures & { _id: Id }>([
      { $match: { ...among, deletedAt: null } },
      { $sort: { date: 1, createdAt: 1, _id: 1 } },
      {
        $group: {
          _id: '$patientId',
          entries: { $sum: 1 },
          firstDate: { $first: '$date' },
          lastDate: { $last: '$date' },
          lastOutcome: { $last: '$outcome' },
          lastPractitioner: { $last: '$practitioner' },
        },
      },
    ]);
    return new Map(rows.map(({ _id, ...figures }) => [_id.toHexString(), figures]));
  }

  /** Entries of a patient that are not in the trash, newest first. */
  findEntries(patientId: Id): Promise<HistoryRecord[]> {
    return this.findMany({ patientId, deletedAt: null }, { sort: newestFirst });
  }

  /** Some entries of practices that have no patient; samples are of no patient. */
  findUnassigned(): Promise<UnassignedEntry[]> {
    const projection = { diseaseId: 1, patientName: 1, practice: 1 } as const;
    const found = { ...unassigned, $nor: ofFormerOwners('practice').$or };
    return this.findMany(found, { projection, limit: BATCH_SIZE });
  }

  /** Gives those of some entries to a patient that have none. */
  async assign(entries: QueryFilter<HistoryRecord>, { _id, key }: PatientRecord): Promise<void> {
    const update = { $set: { patientId: _id, patientKey: key } };
    await this.updateMany({ ...unassigned, ...entries }, update);
  }

  /** Takes the entries of patients that are gone away from them. */
  async release(patientIds: readonly Id[]): Promise<void> {
    const ofThese = { patientId: { $in: [...patientIds] } };
    await this.updateMany(ofThese, { $unset: { patientId: 1, originalPatientId: 1 } });
  }

  /** Whether a patient has entries, in the trash too. */
  async exist(patientId: Id): Promise<boolean> {
    return (await this.history.exists({ patientId }).exec()) !== null;
  }

  /** The entries of some patients, those in the trash too. */
  findIds(patientIds: readonly Id[]): Promise<Id[]> {
    return this.history.distinct('_id', { patientId: { $in: [...patientIds] } }).exec();
  }

  /** The diseases that the entries of patients belong to. */
  findDiseaseIds(...patientIds: readonly Id[]): Promise<Id[]> {
    return this.history.distinct('diseaseId', { patientId: { $in: [...patientIds] } }).exec();
  }

  /** Whether all of some entries are of a patient. */
  async areOf(patientId: Id, entryIds: readonly Id[]): Promise<boolean> {
    const found = await this.history.distinct('_id', { _id: { $in: [...entryIds] }, patientId });
    return found.length === new Set(entryIds.map((id) => id.toHexString())).size;
  }

  /** Gives all entries of a merged patient to the other one. Returns the diseases that they belong to. */
  async move(from: Id, to: PatientRecord): Promise<Id[]> {
    const first = { patientId: from, originalPatientId: null };
    await this.updateMany(first, { $set: { originalPatientId: from } });
    return this.give({ patientId: from, originalPatientId: { $ne: null } }, to);
  }

  /**
   * Gives those entries of some patients back to `to` that it, or a spelling of it, had before a merge.
   * Returns the diseases that they belong to.
   */
  giveBack(
    from: readonly Id[],
    to: PatientRecord,
    spellings: readonly PatientRecord[],
  ): Promise<Id[]> {
    const originals = [to, ...spellings].map(({ _id }) => _id);
    return this.give({ patientId: { $in: [...from] }, originalPatientId: { $in: originals } }, to);
  }

  /** Gives some entries of a patient to another one. Returns the diseases that they belong to. */
  reassign(from: Id, entryIds: readonly Id[], to: PatientRecord): Promise<Id[]> {
    const chosen = { _id: { $in: [...entryIds] }, patientId: from };
    return this.give(chosen, to, { originalPatientId: null });
  }

  /** The ids of those of some patients that have entries which bear a name. */
  async findNamed(patientIds: readonly Id[]): Promise<ReadonlySet<string>> {
    const filter = { patientId: { $in: [...patientIds] }, ...named };
    return new Set((await this.history.distinct('patientId', filter).exec()).map(String));
  }

  /**
   * Removes the names of patients from their entries, those in the trash too, and their spellings from
   * the texts of these. Returns the diseases that they belong to.
   */
  async removeNames(
    { patientIds, entryIds, erasedAt }: ErasedEntries,
    names: readonly string[],
  ): Promise<Id[]> {
    const ofPatients = { patientId: { $in: patientIds } };
    // One that was changed later has another name.
    const unchanged = { _id: { $in: entryIds }, changedAt: { $not: { $gt: erasedAt } } };
    return [
      ...(await this.removeNamesFrom(ofPatients, names)),
      ...(await this.removeNamesFrom(unchanged, names)),
    ];
  }

  /** Removes the names from all entries of a practice. Returns the diseases that they belong to. */
  removeAllNames(practice: string): Promise<Id[]> {
    return this.removeNamesFrom({ practice }, []);
  }

  private async give(
    entries: QueryFilter<HistoryRecord>,
    { _id, key, name }: PatientRecord,
    fields: Partial<HistoryRecord> = {},
  ): Promise<Id[]> {
    // One without a name was erased meanwhile: it gets no other name.
    const filter = { ...entries, ...named };
    const diseaseIds = await this.history.distinct('diseaseId', filter).exec();
    const patient = { patientId: _id, patientKey: key, patientName: name };
    const set = { ...fields, ...patient, changedAt: new Date() };
    if (diseaseIds.length > 0) await this.updateMany(filter, { $set: set, $inc: { version: 1 } });
    return diseaseIds;
  }

  private async removeNamesFrom(
    entries: QueryFilter<HistoryRecord>,
    names: readonly string[],
  ): Promise<Id[]> {
    const diseaseIds: Id[] = [];
    for (;;) {
      const batch = await this.findMany(
        { ...entries, ...named },
        { sort: STABLE_ORDER, limit: BATCH_SIZE },
      );
      if (batch.length === 0) return diseaseIds;
      for (const entry of batch) {
        const remove = nameRemover([...names, entry.patientName]);
        await this.updateOne(sameVersion(entry), {
          $set: {
            patientName: '',
            patientKey: erasedKey(entry.patientId ?? entry._id),
            treatmentDescription: remove(entry.treatmentDescription),
            treatmentDescriptionKn: remove(entry.treatmentDescriptionKn),
            recentCommands: [],
            changedAt: new Date(),
            // The key stays, so that a repeated request does not add the entry again.
            ...(entry.idempotency && { 'idempotency.requestHash': '' }),
          },
          $inc: { version: 1 },
        });
        diseaseIds.push(entry.diseaseId);
      }
    }
  }
}

const unassigned = {
  patientId: null,
  patientName: { $gt: '' },
  isSample: { $ne: true },
};
const named = { patientName: { $gt: '' } };
