import { STABLE_ORDER, toObjectId } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types } from 'mongoose';
import type { DiseaseRecord } from '../records/disease.record.js';
import { CatalogRepository, type EntryKind } from '../records/models.js';
import { PatientRecord } from '../records/patient.record.js';
import type { EntryRecord, HistoryRecord } from '../records/treatment.record.js';

/** Records of one part of an export. */
const PART_LENGTH = 250;

/** An entry with its disease, and the patient of a history entry. */
export interface ExportedEntry {
  entry: EntryRecord;
  disease: DiseaseRecord | undefined;
  patient: PatientRecord | undefined;
}

const patientIdOf = (entry: EntryRecord): Types.ObjectId | undefined =>
  (entry as HistoryRecord).patientId;

/** The records that fit `filter` after the one of the id `after` and are not in the trash. */
const findPart = <D>(model: Model<D>, filter: object, after: string | undefined): Promise<D[]> => {
  const following = after !== undefined && { _id: { $gt: toObjectId(after) } };
  const part = { ...filter, ...following, deletedAt: null } as QueryFilter<D>;
  return model.find(part, null, { sort: STABLE_ORDER, limit: PART_LENGTH }).lean<D[]>().exec();
};

/** What exports read of the database. */
@Injectable()
export class ExportRepository extends CatalogRepository {
  @InjectModel(PatientRecord.name) private readonly patients!: Model<PatientRecord>;

  /** The diseases after one that are not in the trash, each with its treatment. */
  async diseasesAfter(after: string | undefined) {
    const diseases = await findPart(this.diseases, {}, after);
    const treatments = await this.findTreatments(diseases.map(({ _id }) => _id));
    const byDisease = new Map(treatments.map((each) => [each.diseaseId.toHexString(), each]));
    return diseases.map((disease) => ({
      disease,
      treatment: byDisease.get(disease._id.toHexString()),
    }));
  }

  /**
   * The notes or history entries after one, of all or of one practice, that are not in the trash; without
   * their disease where that is in the trash.
   */
  async entriesAfter(
    kind: EntryKind,
    after: string | undefined,
    practice?: string,
  ): Promise<ExportedEntry[]> {
    const of = practice === undefined ? {} : { practice };
    const entries = await findPart(this.entries[kind], of, after);
    const named = { _id: { $in: entries.map(({ diseaseId }) => diseaseId) }, deletedAt: null };
    const diseases = await this.diseases.find(named, 'nameEn nameKn').lean<DiseaseRecord[]>();
    const treated = { _id: { $in: entries.flatMap((entry) => patientIdOf(entry) ?? []) } };
    const patients = await this.patients.find(treated, 'birthYear place').lean<PatientRecord[]>();
    const diseaseOf = new Map(diseases.map((each) => [each._id.toHexString(), each]));
    const patientOf = new Map(patients.map((each) => [each._id.toHexString(), each]));
    return entries.map((entry) => ({
      entry,
      disease: diseaseOf.get(entry.diseaseId.toHexString()),
      patient: patientOf.get(patientIdOf(entry)?.toHexString() ?? ''),
    }));
  }

  /** The patients of a practice after one that are not in the trash. */
  patientsAfter(practice: string, after: string | undefined): Promise<PatientRecord[]> {
    return findPart(this.patients, { practice }, after);
  }
}
