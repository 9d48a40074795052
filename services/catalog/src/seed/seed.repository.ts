import { isDuplicateKey } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CatalogRepository, ignoreDuplicates } from '../records/models.js';
import { SeedState } from '../records/seed-state.record.js';
import type { SampleRecords } from './sample-records.js';

const SEED_STATE_ID = 'sample-data';

/** Fills the collections, and remembers that they were filled once. */
@Injectable()
export class SeedRepository extends CatalogRepository {
  @InjectModel(SeedState.name) private readonly states!: Model<SeedState>;

  /**
   * When the seeding of this database started: now, or earlier in a process that did not finish.
   * Null where it is finished, or where the database held diseases before.
   */
  async startSeeding(now: Date): Promise<Date | null> {
    const state = await this.states.findById(SEED_STATE_ID).lean<SeedState>().exec();
    if (state) return state.finishedAt ? null : state.startedAt;
    const isNew = (await this.diseases.exists({}).exec()) === null;
    try {
      await this.states.create({
        _id: SEED_STATE_ID,
        startedAt: now,
        finishedAt: isNew ? null : now,
      });
    } catch (error) {
      // Another process started at the same time: its state counts.
      if (!isDuplicateKey(error)) throw error;
    }
    return this.startSeeding(now);
  }

  /** Stores the records that are not there yet; the disease last, so that it never shows without them. */
  async insert({ disease, treatment, notes, history }: SampleRecords): Promise<void> {
    await this.insertNew(this.entries.history, history);
    await this.insertNew(this.entries.note, notes);
    await this.insertNew(this.treatments, [treatment]);
    await this.insertNew(this.diseases, [disease]);
  }

  /** The samples among these whose disease and treatment are there. */
  async findExisting(samples: readonly SampleRecords[]): Promise<SampleRecords[]> {
    const diseaseIds = samples.map(({ disease }) => disease._id);
    const treatmentIds = samples.map(({ treatment }) => treatment._id);
    const live = { _id: { $in: diseaseIds }, deletedAt: null };
    const found = [
      ...(await this.diseases.find(live).select('_id').lean().exec()),
      ...(await this.treatments
        .find({ _id: { $in: treatmentIds } })
        .select('_id')
        .lean()
        .exec()),
    ].map(({ _id }) => _id.toHexString());
    const ids = new Set(found);
    return samples.filter(
      ({ disease, treatment }) =>
        ids.has(disease._id.toHexString()) && ids.has(treatment._id.toHexString()),
    );
  }

  async finishSeeding(now: Date): Promise<void> {
    await this.states.updateOne({ _id: SEED_STATE_ID }, { $set: { finishedAt: now } }).exec();
  }

  private async insertNew<D>(model: Model<D>, records: D[]): Promise<void> {
    if (records.length === 0) return;
    await model
      .insertMany(records, { ordered: false, throwOnValidationError: true })
      .catch(ignoreDuplicates);
  }
}
