import { MONGO } from '@ctdb/chassis';
import type { Disease } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model, Types } from 'mongoose';
import { toDisease, type DiseaseSource } from '../diseases/diseases.mapper.js';
import { diseaseModel, type DiseaseRecord } from '../diseases/diseases.schema.js';
import { STABLE_ORDER } from '../store/stable-order.js';

const SUMMARY = {
  nameEn: 1,
  nameKn: 1,
  category: 1,
  notes: 1,
  createdAt: 1,
  updatedAt: 1,
  version: 1,
} as const;
const BATCH = 10_000;

/** A version of a disease that is in the registry or, deleted, no longer. */
export interface VersionOfDisease {
  _id: Types.ObjectId;
  version: number;
  deletedAt: Date | null;
}

/** What the registry reads of the collection `diseases`. */
@Injectable()
export class RegistrySource {
  private readonly model: Model<DiseaseRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = diseaseModel(connection);
  }

  /** All diseases that are not deleted; the database reads the next batch while one is worked on. */
  async *all(): AsyncGenerator<Disease[]> {
    // Through the driver: building 100,000 mongoose results would double the time of a start.
    const cursor = this.model.collection.find<DiseaseSource>(
      { deletedAt: null },
      { projection: SUMMARY, sort: STABLE_ORDER, batchSize: BATCH },
    );
    try {
      let hasMore = cursor.hasNext();
      while (await hasMore) {
        const batch = cursor.readBufferedDocuments();
        hasMore = cursor.hasNext();
        // It is awaited in the next round; failing before that is no error that nobody caught.
        hasMore.catch(() => undefined);
        yield batch.map(toDisease);
      }
    } finally {
      await cursor.close();
    }
  }

  /** Those of some diseases that are there and not deleted. */
  async some(ids: readonly Types.ObjectId[]): Promise<Disease[]> {
    const records = await this.model
      .find({ _id: { $in: ids }, deletedAt: null })
      .select(SUMMARY)
      .sort(STABLE_ORDER)
      .lean<DiseaseSource[]>()
      .exec();
    return records.map(toDisease);
  }

  /** Everything that changed since a moment, deleted ones too. */
  changedSince(moment: Date): Promise<VersionOfDisease[]> {
    return this.model
      .find({ changedAt: { $gte: moment } })
      .select({ version: 1, deletedAt: 1 })
      .sort(STABLE_ORDER)
      .lean<VersionOfDisease[]>()
      .exec();
  }
}
