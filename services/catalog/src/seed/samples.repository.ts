import { purgeCutoff, STABLE_ORDER } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import type { Model, QueryFilter, Types } from 'mongoose';
import type { DiseaseRecord } from '../records/disease.record.js';
import { CatalogRepository, type EntryKind } from '../records/models.js';
import type { EntryRecord, StoredProtocol, TreatmentRecord } from '../records/treatment.record.js';
import { sampleDiseases } from '../sample-data/index.js';
import { sampleRecords } from './sample-records.js';

/** What a card shows of a disease that came as a sample. */
export type SampleCardSource = Pick<DiseaseRecord, '_id' | 'nameEn' | 'nameKn' | 'category'> & {
  protocols: Pick<StoredProtocol, 'color'>[];
};
/** What the rules read of a disease that came as a sample. */
export type SampleOrigin = Pick<
  DiseaseRecord,
  '_id' | 'nameEn' | 'nameKn' | 'isSample' | 'deletedAt'
>;
/** What the rules read of its treatment. */
export type SampleTreatmentOrigin = Pick<TreatmentRecord, '_id' | 'diseaseId' | 'isSample'>;
/** What the rules read of a note or history entry. */
export type SampleEntry = Pick<EntryRecord, '_id' | 'treatmentId' | 'diseaseId' | 'deletedAt'> & {
  kind: EntryKind;
};

/** Reads what came with the database: all of it belongs to diseases whose ids are known. */
@Injectable()
export class SamplesRepository extends CatalogRepository {
  // Ids do not depend on the time.
  private readonly ids = sampleDiseases.map(
    (sample) => sampleRecords(sample, new Date()).disease._id,
  );

  /** The diseases, edited ones too, that are there or can be restored. */
  findDiseases(): Promise<SampleOrigin[]> {
    return this.diseases
      .find({ _id: { $in: this.ids }, ...retained() })
      .select(['nameEn', 'nameKn', 'isSample', 'deletedAt'])
      .sort(STABLE_ORDER)
      .lean<SampleOrigin[]>()
      .exec();
  }

  findTreatments(): Promise<SampleTreatmentOrigin[]> {
    return this.treatments
      .find({ diseaseId: { $in: this.ids } })
      .select(['diseaseId', 'isSample'])
      .lean<SampleTreatmentOrigin[]>()
      .exec();
  }

  /** Samples that are there with their treatments and that no person has edited, in their own order. */
  async findCards(): Promise<SampleCardSource[]> {
    const [diseases, treatments] = await Promise.all([
      this.diseases
        .find({ _id: { $in: this.ids }, isSample: true, deletedAt: null })
        .select(['nameEn', 'nameKn', 'category'])
        .lean<Omit<SampleCardSource, 'protocols'>[]>()
        .exec(),
      this.treatments
        .find({ diseaseId: { $in: this.ids }, isSample: true })
        .select(['diseaseId', 'protocols.color'])
        .lean<Pick<TreatmentRecord, 'diseaseId' | 'protocols'>[]>()
        .exec(),
    ]);
    return this.ids.flatMap((id) => {
      const disease = diseases.find(({ _id }) => _id.equals(id));
      const protocols = treatments.find(({ diseaseId }) => diseaseId.equals(id))?.protocols;
      return disease && protocols?.length ? [{ ...disease, protocols }] : [];
    });
  }

  /** Sample notes and history entries that are there or can be restored. */
  async findEntries(): Promise<SampleEntry[]> {
    const kinds = Object.entries(this.entries) as [EntryKind, Model<EntryRecord>][];
    const found = await Promise.all(
      kinds.map(async ([kind, model]) => {
        const rows = await model
          .find({ diseaseId: { $in: this.ids }, isSample: true, ...retained() })
          .select(['treatmentId', 'diseaseId', 'deletedAt'])
          .lean<Omit<SampleEntry, 'kind'>[]>()
          .exec();
        return rows.map((row) => ({ ...row, kind }));
      }),
    );
    return found.flat();
  }

  /** Diseases with notes or history entries that are no samples. */
  async findDiseasesWithOwnEntries(): Promise<Types.ObjectId[]> {
    const own = { diseaseId: { $in: this.ids }, isSample: { $ne: true }, deletedAt: null };
    const models = Object.values(this.entries);
    const found = await Promise.all(models.map((model) => model.distinct('diseaseId', own).exec()));
    return found.flat();
  }
}

/** Not in the trash, or not as long as until its purge. */
const retained = (): QueryFilter<{ deletedAt: Date | null; purgedAt?: Date }> => ({
  purgedAt: { $exists: false },
  $or: [{ deletedAt: null }, { deletedAt: { $gt: purgeCutoff(new Date()) } }],
});
