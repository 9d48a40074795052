import { newRecord, recordIndexes, RecordRepository } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Types, type Model, type QueryFilter } from 'mongoose';
import { patientKey } from '../treatments/patient-names.js';
import { PatientRecord } from './patient.record.js';

/** Far more than a person merges spellings one after another; ends a circle. */
const MAX_MERGES = 20;

/** Whose patients are meant; undefined: those of all. */
export type PatientScope = string | undefined;

/** The collection `patients`. */
@Injectable()
export class PatientsRepository extends RecordRepository<PatientRecord> {
  constructor(@InjectModel(PatientRecord.name) model: Model<PatientRecord>) {
    super(model, [
      ...recordIndexes,
      { name: 'oneOfEachName', key: { holder: 1, key: 1 }, unique: true },
      { name: 'byName', key: { holder: 1, deletedAt: 1, sortName: 1, _id: 1 } },
      { name: 'dueDay', key: { followUpOn: 1 } },
      { name: 'mergedInto', key: { mergedInto: 1 }, sparse: true },
      { name: 'erasedAt', key: { erasedAt: 1 }, sparse: true },
    ]);
  }

  /**
   * The patient of this name; a new one where the holder has none.
   * @param beforeCreate throws where no patient may come into being
   */
  async findOrCreate(
    holder: string,
    name: string,
    beforeCreate: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<PatientRecord> {
    const filter = { holder, key: patientKey(name) };
    const known = await this.findOne(filter);
    if (known) {
      const patient = await this.findMerged(known);
      if (!patient.erasedAt) return patient;
      // A spelling that was merged while the patient was erased: `repair` erases it too.
      await this.updateOne({ _id: known._id }, { $set: { key: erasedKey(known._id) } });
    }
    await beforeCreate();
    const common = newRecord(new Types.ObjectId(), new Date());
    const sortName = name.toLowerCase();
    const record = { ...common, ...filter, name, sortName, followUpOn: null };
    if (await this.insertIfMissing(record)) return record;
    return this.findOrCreate(holder, name);
  }

  /** By name, or by the day of the next visit where `dueUntil` is given. */
  async findPage(
    scope: PatientScope,
    dueUntil: string | undefined,
    offset: number,
    limit: number,
  ): Promise<{ records: PatientRecord[]; total: number }> {
    const filter: QueryFilter<PatientRecord> = {
      deletedAt: null,
      ...(scope !== undefined && { holder: scope }),
      ...(dueUntil !== undefined && { followUpOn: { $gt: '', $lte: dueUntil } }),
    };
    const [records, total] = await Promise.all([
      this.model
        .find(filter)
        .sort(
          dueUntil === undefined ? { sortName: 1, _id: 1 } : { followUpOn: 1, sortName: 1, _id: 1 },
        )
        .skip(offset)
        .limit(limit)
        .lean<PatientRecord[]>()
        .exec(),
      this.model.countDocuments(filter).exec(),
    ]);
    return { records, total };
  }

  /** Patients that were another spelling of this one, over several steps too. */
  async findSpellings(id: Types.ObjectId): Promise<PatientRecord[]> {
    const found: PatientRecord[] = [];
    let ids = [id];
    for (let step = 0; ids.length > 0 && step < MAX_MERGES; step += 1) {
      const next = await this.model
        .find({ mergedInto: { $in: ids } })
        .lean<PatientRecord[]>()
        .exec();
      found.push(...next);
      ids = next.map(({ _id }) => _id);
    }
    return found;
  }

  /** All patients that were merged or erased. */
  async findGone(): Promise<PatientRecord[]> {
    const gone = { $or: [{ mergedInto: { $ne: null } }, { erasedAt: { $exists: true } }] };
    return this.model.find(gone).lean<PatientRecord[]>().exec();
  }

  /** The patient that this one was merged into, or itself. */
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

/** The key of a patient without a name. */
export const erasedKey = (id: Types.ObjectId): string => `erased:${id.toHexString()}`;
