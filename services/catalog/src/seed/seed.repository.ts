import { isDuplicateKey, MONGO } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { mongo, Schema, type Connection, type Model } from 'mongoose';
import { diseaseModel } from '../diseases/diseases.schema.js';
import { historyModel } from '../history/history.schema.js';
import { noteModel } from '../notes/notes.schema.js';
import { modelOf } from '../store/record.js';
import { treatmentModel } from '../treatments/treatments.schema.js';
import type { SampleRecords } from './sample-records.js';

interface Marker {
  _id: string;
  startedAt: Date;
  finishedAt: Date | null;
}

const MARKER = 'sample-data';
const markerSchema = new Schema<Marker>(
  { _id: String, startedAt: Date, finishedAt: Date },
  {
    collection: 'markers',
    strict: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
  },
);

/** Fills the collections, and remembers that they were filled once. */
@Injectable()
export class SeedRepository {
  private readonly markers: Model<Marker>;

  constructor(@Inject(MONGO) private readonly connection: Connection) {
    this.markers = modelOf(connection, 'Marker', markerSchema);
  }

  /**
   * When the filling of this database began: now, or earlier in a process that did not finish.
   * Null where it is finished, or where there were diseases before anybody thought of samples.
   */
  async begin(now: Date): Promise<Date | null> {
    const marker = await this.markers.findById(MARKER).lean<Marker>().exec();
    if (marker) return marker.finishedAt ? null : marker.startedAt;
    const isNew = (await diseaseModel(this.connection).exists({}).exec()) === null;
    try {
      await this.markers.create({ _id: MARKER, startedAt: now, finishedAt: isNew ? null : now });
    } catch (error) {
      // Another process began at the same time: go by its word.
      if (!isDuplicateKey(error)) throw error;
    }
    return this.begin(now);
  }

  /** Stores the records that are not there yet; the disease last, so that it is never seen bare. */
  async insert({ disease, treatment, notes, history }: SampleRecords): Promise<void> {
    await this.insertNew(historyModel(this.connection), history);
    await this.insertNew(noteModel(this.connection), notes);
    await this.insertNew(treatmentModel(this.connection), [treatment]);
    await this.insertNew(diseaseModel(this.connection), [disease]);
  }

  /** The samples among these whose disease and treatment are there. */
  async present(samples: readonly SampleRecords[]): Promise<SampleRecords[]> {
    const diseases = samples.map(({ disease }) => disease._id);
    const treatments = samples.map(({ treatment }) => treatment._id);
    const live = { _id: { $in: diseases }, deletedAt: null };
    const found = [
      ...(await diseaseModel(this.connection).find(live).select('_id').lean().exec()),
      ...(await treatmentModel(this.connection)
        .find({ _id: { $in: treatments } })
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

  async finish(now: Date): Promise<void> {
    await this.markers.updateOne({ _id: MARKER }, { $set: { finishedAt: now } }).exec();
  }

  private async insertNew<D>(model: Model<D>, records: D[]): Promise<void> {
    if (records.length === 0) return;
    try {
      await model.insertMany(records, { ordered: false, throwOnValidationError: true });
    } catch (error) {
      if (!isAllDuplicates(error)) throw error;
    }
  }
}

const isAllDuplicates = (error: unknown): boolean =>
  error instanceof mongo.MongoBulkWriteError &&
  [error.writeErrors].flat().every(({ code }) => code === 11_000);
