import {
  newRecord,
  recordIndexes,
  RecordRepository,
  STABLE_ORDER,
  type StoredRecord,
} from '@ctdb/chassis';
import type { Requests } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Types, type Model, type QueryFilter } from 'mongoose';
import { toSoundTerm } from '../diseases/search/sound-key.js';
import { joinPairs, tokenize } from '../diseases/search/tokenize.js';
import { PatientRecord } from '../records/patient.record.js';
import { nameFields, patientKey } from './patient-names.js';

/** Far more than a person merges spellings one after another; ends a circle. */
const MAX_MERGES = 20;
const BATCH_SIZE = 500;

/** Which patients are listed. */
export type ListedPatients = Requests['listPatients'] & { name?: string };

/** The collection `patients`. */
@Injectable()
export class PatientsRepository extends RecordRepository<PatientRecord> {
  constructor(@InjectModel(PatientRecord.name) model: Model<PatientRecord>) {
    super(model, [
      ...recordIndexes,
      { name: 'oneOfEachName', key: { practice: 1, key: 1 }, unique: true },
      { name: 'byName', key: { practice: 1, deletedAt: 1, sortName: 1, _id: 1 } },
      { name: 'dueDay', key: { followUpOn: 1 } },
      { name: 'searchWords', key: { searchWords: 1 } },
      { name: 'mergedInto', key: { mergedInto: 1 }, sparse: true },
      { name: 'returningFrom', key: { returningFrom: 1 }, sparse: true },
      { name: 'erasedAt', key: { erasedAt: 1 }, sparse: true },
    ]);
  }

  /** The patients of a practice that have a name, also as a spelling that was merged. */
  async findNamesakes(practice: string, name: string): Promise<PatientRecord[]> {
    const key = patientKey(name);
    // The key, and those with an id behind it.
    const filter = { practice, key: { $gte: key, $lt: `${key}!` } };
    const records = await this.findMany(filter, { sort: STABLE_ORDER });
    const found = new Map<string, PatientRecord>();
    for (const record of records) {
      const patient = await this.findMerged(record);
      if (patient.name !== '') found.set(patient._id.toHexString(), patient);
      // A spelling that was merged while the patient was erased: `repair` erases it too.
      else await this.updateOne({ _id: record._id }, { $set: { key: erasedKey(record._id) } });
    }
    return [...found.values()];
  }

  /** Stores the first patient of a name; null where another process was faster. */
  async createFirst(practice: string, name: string): Promise<PatientRecord | null> {
    const record = toRecord(newRecord(new Types.ObjectId(), new Date()), practice, name);
    return (await this.insertIfMissing(record)) ? record : null;
  }

  /** Stores a patient of a name that others have, once for each request; see `insertOnce`. */
  createNamesake(
    common: StoredRecord,
    practice: string,
    name: string,
    isUndecided = false,
  ): Promise<PatientRecord> {
    const key = `${patientKey(name)} ${common._id.toHexString()}`;
    const record = { ...toRecord(common, practice, name), key };
    return this.insertOnce(isUndecided ? { ...record, isUndecided } : record);
  }

  /**
   * By name, or by the day of the next visit where `dueUntil` is given; `name` searches.
   * @param practice if undefined, patients of all
   */
  async findPage(
    practice: string | undefined,
    { name = '', dueUntil, state, page, limit }: ListedPatients,
  ): Promise<{ records: PatientRecord[]; total: number }> {
    const terms = tokenize(name);
    // A word may be typed as two.
    const pairs = joinPairs(terms);
    const words = terms.map((term, at) => ({
      $or: [term, ...pairs.slice(Math.max(0, at - 1), at + 1)].flatMap(findWord),
    }));
    const filter: QueryFilter<PatientRecord> = {
      deletedAt: null,
      ...(words.length > 0 && { $and: words }),
      ...(practice !== undefined && { practice }),
      ...(dueUntil !== undefined && { followUpOn: { $gt: '', $lte: dueUntil } }),
      ...(state && { isUndecided: true }),
    };
    const byName = { sortName: 1, _id: 1 } as const;
    const sort = dueUntil === undefined ? byName : ({ followUpOn: 1, ...byName } as const);
    const [records, total] = await Promise.all([
      this.findMany(filter, { sort, skip: (page - 1) * limit, limit }),
      this.model.countDocuments(filter).exec(),
    ]);
    return { records, total };
  }

  /** The patients of a practice that are not erased, merged and deleted ones too. */
  findOfPractice(practice: string): Promise<PatientRecord[]> {
    return this.findMany({ practice, erasedAt: null });
  }

  /** Patients that were another spelling of this one, over several steps too. */
  async findSpellings(id: Types.ObjectId): Promise<PatientRecord[]> {
    const found: PatientRecord[] = [];
    let ids = [id];
    for (let step = 0; ids.length > 0 && step < MAX_MERGES; step += 1) {
      const next = await this.findMany({ mergedInto: { $in: ids } });
      found.push(...next);
      ids = next.map(({ _id }) => _id);
    }
    return found;
  }

  /** Patients that were merged into this one, in one step. */
  findMergedInto(id: Types.ObjectId): Promise<PatientRecord[]> {
    return this.findMany({ mergedInto: id }, { sort: STABLE_ORDER });
  }

  /** Patients whose entries are on their way back after a merge was undone. */
  findReturning(): Promise<PatientRecord[]> {
    const returning = { returningFrom: { $gt: new Types.ObjectId('0'.repeat(24)) } };
    return this.findMany(returning);
  }

  /** All entries of a patient are back. */
  async endReturn(id: Types.ObjectId): Promise<void> {
    await this.updateOne({ _id: id }, { $unset: { returningFrom: 1 } });
  }

  /** All patients that were merged, erased, or left by their last entry. */
  async findGone(): Promise<PatientRecord[]> {
    // "Later than 1970" is found by the index; "not null" is not.
    const gone = { deletedAt: { $gt: new Date(0) } };
    return this.findMany(gone);
  }

  /** The ids of patients that were stored at `cutoff` or before, in batches. */
  async *findOld(cutoff: Date): AsyncGenerator<Types.ObjectId[]> {
    let filter: QueryFilter<PatientRecord> = { deletedAt: null, createdAt: { $lte: cutoff } };
    for (;;) {
      const options = { projection: { _id: 1 }, sort: STABLE_ORDER, limit: BATCH_SIZE } as const;
      const found = await this.findMany(filter, options);
      const last = found.at(-1);
      if (!last) return;
      yield found.map(({ _id }) => _id);
      filter = { ...filter, _id: { $gt: last._id } };
    }
  }

  /** The patient that this one was merged into, or itself; of a circle, one of it, which is merged. */
  async findMerged(record: PatientRecord): Promise<PatientRecord> {
    let current = record;
    for (let step = 0; current.mergedInto && step < MAX_MERGES; step += 1) {
      const next = await this.findById(current.mergedInto);
      if (!next) break;
      current = next;
    }
    return current;
  }
}

const toRecord = (common: StoredRecord, practice: string, name: string): PatientRecord => ({
  ...common,
  practice,
  key: patientKey(name),
  ...nameFields(name),
  followUpOn: null,
});

/** The filters of names with a word that begins with `term`, or sounds so. */
const findWord = (term: string) => {
  const { whole, prefixes } = toSoundTerm(term);
  return [{ searchWords: { $in: whole } }, ...[term, ...prefixes].map(startOfWord)];
};

/** The filter of names with a word, or the sound of one, that begins with `text`. */
const startOfWord = (text: string) => ({
  searchWords: { $elemMatch: { $gte: text, $lt: `${text}\uffff` } },
});

/** What a patient without a name has in its place. */
export const nameless = (id: Types.ObjectId) => ({
  name: '',
  sortName: '',
  searchWords: [],
  key: erasedKey(id),
  followUpOn: null,
  birthYear: null,
  place: '',
});

/** The key of a patient without a name. */
export const erasedKey = (id: Types.ObjectId): string => `erased:${id.toHexString()}`;
