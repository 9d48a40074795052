import { STABLE_ORDER } from '@ctdb/chassis';
import type { Disease } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Collection, Types } from 'mongoose';
import {
  diseaseProjection,
  toDisease,
  type DiseaseRecord,
  type DiseaseSource,
} from '../../records/disease.record.js';
import { CatalogRepository } from '../../records/models.js';
import type { TreatmentRecord } from '../../records/treatment.record.js';

const BATCH_SIZE = 1_000;

/** A version of a disease that is in the registry or, deleted, no longer. */
export type VersionOfDisease = Pick<DiseaseRecord, '_id' | 'version' | 'deletedAt'>;

/** A version of a treatment, note or history entry. */
export type VersionOfTreatment = Pick<TreatmentRecord, '_id' | 'version' | 'diseaseId'>;

/** What the registry reads of the database. */
@Injectable()
export class RegistrySourceRepository extends CatalogRepository {
  /** All diseases that are not deleted. */
  async *streamAll(): AsyncGenerator<Disease[]> {
    const batches = this.stream<DiseaseSource>(
      this.diseases,
      { deletedAt: null },
      diseaseProjection,
    );
    for await (const batch of batches) yield batch.map(toDisease);
  }

  /** Those of some diseases that are there and not deleted. */
  async findByIds(ids: readonly Types.ObjectId[]): Promise<Disease[]> {
    const records = await this.diseases
      .find({ _id: { $in: ids }, deletedAt: null })
      .select(diseaseProjection)
      .sort(STABLE_ORDER)
      // In one answer of the database.
      .batchSize(BATCH_SIZE)
      .lean<DiseaseSource[]>()
      .exec();
    return records.map(toDisease);
  }

  /** The diseases that changed since a moment, deleted ones too. */
  changedSince(moment: Date): AsyncGenerator<VersionOfDisease[]> {
    return this.stream(
      this.diseases,
      { changedAt: { $gte: moment } },
      { version: 1, deletedAt: 1 },
    );
  }

  /** The treatments, notes and history entries that changed since a moment. */
  async *treatmentsChangedSince(moment: Date): AsyncGenerator<VersionOfTreatment[]> {
    const since = { $gte: moment };
    const fields = { version: 1, diseaseId: 1 } as const;
    yield* this.stream(this.treatments, { updatedAt: since }, fields);
    for (const model of Object.values(this.entries))
      yield* this.stream(model, { changedAt: since }, fields);
  }

  /** The database reads the next batch while one is worked on. */
  private async *stream<R extends object>(
    { collection }: { collection: Collection },
    filter: object,
    projection: Record<string, 1>,
  ): AsyncGenerator<R[]> {
    // Through the driver: building 100,000 mongoose results would double the time of a start.
    const cursor = collection.find<R>(filter, {
      projection,
      sort: STABLE_ORDER,
      batchSize: BATCH_SIZE,
    });
    try {
      let hasMore = cursor.hasNext();
      while (await hasMore) {
        const batch = cursor.readBufferedDocuments();
        hasMore = cursor.hasNext();
        // It is awaited in the next round; a failure before that is not an unhandled rejection.
        hasMore.catch(() => undefined);
        yield batch;
      }
    } finally {
      await cursor.close();
    }
  }
}
