import { purgeCutoff, retryUpsert } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types } from 'mongoose';
import type { DiseaseRecord } from '../records/disease.record.js';
import { CatalogRepository, insertMissing, type EntryKind } from '../records/models.js';
import { SeedState } from '../records/seed-state.record.js';
import type { EntryRecord, TreatmentRecord } from '../records/treatment.record.js';
import { sampleDiseases } from '../sample-data/index.js';
import { sampleRecords, type SampleRecords } from './sample-records.js';

const SEED_STATE_ID = 'sample-data';

/** A note or history entry that came with the database. */
export type SampleEntry = EntryRecord & { kind: EntryKind };

/** A disease that came with the database, edited or not, with its treatment and sample entries. */
export interface Sample {
  disease: DiseaseRecord;
  treatment: TreatmentRecord | undefined;
  entries: SampleEntry[];
}

/**
 * Stores what comes with a new database, remembers that this was done once, and reads what is left of it: all
 * of it belongs to diseases whose ids are known.
 */
@Injectable()
export class SamplesRepository extends CatalogRepository {
  @InjectModel(SeedState.name) private readonly states!: Model<SeedState>;
  // Ids do not depend on the time.
  private readonly ids = sampleDiseases.map(
    (sample) => sampleRecords(sample, new Date()).disease._id,
  );

  /**
   * When the seeding of this database started: now, or earlier in a process that did not finish.
   * Null where it is finished, or where the database held diseases before.
   */
  async startSeeding(now: Date): Promise<Date | null> {
    const isNew = (await this.diseases.exists({}).exec()) === null;
    const first = { startedAt: now, finishedAt: isNew ? null : now };
    const state = { _id: SEED_STATE_ID };
    // Where another process started before, its state counts.
    await retryUpsert(() =>
      this.states.updateOne(state, { $setOnInsert: first }, { upsert: true }).exec(),
    );
    const stored = await this.states.findOne(state).orFail().lean<SeedState>().exec();
    return stored.finishedAt ? null : stored.startedAt;
  }

  /** Stores the records that are not there yet; the disease last, so that it never shows without them. */
  async insert({ disease, treatment, notes, history }: SampleRecords): Promise<void> {
    await insertMissing(this.entries.history, history);
    await insertMissing(this.entries.note, notes);
    await insertMissing(this.treatments, [treatment]);
    await insertMissing(this.diseases, [disease]);
  }

  async finishSeeding(now: Date): Promise<void> {
    await this.states.updateOne({ _id: SEED_STATE_ID }, { $set: { finishedAt: now } }).exec();
  }

  /** Those that are there or can be restored, in the order of the samples. */
  async find(): Promise<Sample[]> {
    const these = { _id: { $in: this.ids }, ...retained() };
    const [diseases, treatments, notes, history] = await Promise.all([
      this.diseases.find(these).lean<DiseaseRecord[]>().exec(),
      this.findTreatments(this.ids),
      this.findEntries('note'),
      this.findEntries('history'),
    ]);
    return this.ids.flatMap((id) => {
      const disease = diseases.find(({ _id }) => _id.equals(id));
      const isOfThis = ({ diseaseId }: { diseaseId: Types.ObjectId }) => diseaseId.equals(id);
      const entries = [...notes, ...history].filter(isOfThis);
      return disease ? [{ disease, treatment: treatments.find(isOfThis), entries }] : [];
    });
  }

  /** Diseases with notes or history entries that are no samples. */
  findDiseasesWithOwnEntries(): Promise<Types.ObjectId[]> {
    const own = { diseaseId: { $in: this.ids }, isSample: { $ne: true }, deletedAt: null };
    return this.findDiseasesOf(own);
  }

  private async findEntries(kind: EntryKind): Promise<SampleEntry[]> {
    const samples = { diseaseId: { $in: this.ids }, isSample: true, ...retained() };
    const found = await this.entries[kind].find(samples).lean<EntryRecord[]>().exec();
    return found.map((entry) => ({ ...entry, kind }));
  }
}

/** Not in the trash, or not as long as until its purge. */
const retained = (): QueryFilter<{ deletedAt: Date | null; purgedAt?: Date }> => ({
  purgedAt: { $exists: false },
  $or: [{ deletedAt: null }, { deletedAt: { $gt: purgeCutoff(new Date()) } }],
});
