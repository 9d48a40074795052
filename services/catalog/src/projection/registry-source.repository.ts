import { STABLE_ORDER } from '@ctdb/chassis';
import type { Disease } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import {
  diseaseProjection,
  DiseaseRecord,
  toDisease,
  type DiseaseSource,
} from '../diseases/disease.record.js';

const BATCH_SIZE = 10_000;

/** A version of a disease that is in the registry or, deleted, no longer. */
export interface VersionOfDisease {
  _id: Types.ObjectId;
  version: number;
  deletedAt: Date | null;
}

/** What the registry reads of the collection `diseases`. */
@Injectable()
export class RegistrySourceRepository {
  constructor(@InjectModel(DiseaseRecord.name) private readonly model: Model<DiseaseRecord>) {}

  /** All diseases that are not deleted; the database reads the next batch while one is worked on. */
  async *streamAll(): AsyncGenerator<Disease[]> {
    // Through the driver: building 100,000 mongoose results would double the time of a start.
    const cursor = this.model.collection.find<DiseaseSource>(
      { deletedAt: null },
      { projection: diseaseProjection, sort: STABLE_ORDER, batchSize: BATCH_SIZE },
    );
    try {
      let hasMore = cursor.hasNext();
      while (await hasMore) {
        const batch = cursor.readBufferedDocuments();
        hasMore = cursor.hasNext();
        // It is awaited in the next round; a failure before that is not an unhandled rejection.
        hasMore.catch(() => undefined);
        yield batch.map(toDisease);
      }
    } finally {
      await cursor.close();
    }
  }

  /** Those of some diseases that are there and not deleted. */
  async findByIds(ids: readonly Types.ObjectId[]): Promise<Disease[]> {
    const records = await this.model
      .find({ _id: { $in: ids }, deletedAt: null })
      .select(diseaseProjection)
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
