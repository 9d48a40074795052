import { STABLE_ORDER } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import type { Model, Types } from 'mongoose';
import type { DiseaseRecord } from '../diseases/disease.record.js';
import { CatalogRepository } from '../models.js';
import type { HistoryRecord, TreatmentRecord } from '../treatments/treatment.records.js';

/** Records of one part of an export. */
const PART_LENGTH = 250;

const after = (id: Types.ObjectId | undefined) => (id ? { _id: { $gt: id } } : {});

/** What exports read of the database. */
@Injectable()
export class ExportRepository extends CatalogRepository {
  /** The diseases after `id` that are not in the trash, each with its treatment. */
  async diseasesAfter(
    id: Types.ObjectId | undefined,
  ): Promise<{ disease: DiseaseRecord; treatment: TreatmentRecord | undefined }[]> {
    const diseases = await this.diseases
      .find({ ...after(id), deletedAt: null })
      .sort(STABLE_ORDER)
      .limit(PART_LENGTH)
      .lean<DiseaseRecord[]>()
      .exec();
    const treatments = await this.treatments
      .find({ diseaseId: { $in: diseases.map(({ _id }) => _id) } })
      .lean<TreatmentRecord[]>()
      .exec();
    const byDisease = new Map(treatments.map((each) => [each.diseaseId.toHexString(), each]));
    return diseases.map((disease) => ({
      disease,
      treatment: byDisease.get(disease._id.toHexString()),
    }));
  }

  /** The history entries after `id`; without their disease where that is in the trash. */
  async historyAfter(
    id: Types.ObjectId | undefined,
  ): Promise<{ entry: HistoryRecord; disease: DiseaseRecord | undefined }[]> {
    const entries = await (this.entries.history as unknown as Model<HistoryRecord>)
      .find({ ...after(id), deletedAt: null })
      .sort(STABLE_ORDER)
      .limit(PART_LENGTH)
      .lean<HistoryRecord[]>()
      .exec();
    const diseases = await this.diseases
      .find({ _id: { $in: entries.map(({ diseaseId }) => diseaseId) }, deletedAt: null })
      .select(['nameEn', 'nameKn'])
      .lean<DiseaseRecord[]>()
      .exec();
    const byId = new Map(diseases.map((each) => [each._id.toHexString(), each]));
    return entries.map((entry) => ({ entry, disease: byId.get(entry.diseaseId.toHexString()) }));
  }
}
