import { ensureIndexes, MONGO } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Types } from 'mongoose';
import { recordIndexes } from '../store/indexes.js';
import { RecordRepository } from '../store/record.repository.js';
import { diseaseModel, type DiseaseRecord } from './diseases.schema.js';

/** The collection `diseases`. */
@Injectable()
export class DiseasesRepository extends RecordRepository<DiseaseRecord> {
  constructor(@Inject(MONGO) connection: Connection) {
    super(diseaseModel(connection));
  }

  async createIndexes(): Promise<void> {
    await ensureIndexes(this.model, [
      ...recordIndexes,
      { name: 'changedAt', key: { changedAt: 1 } },
    ]);
  }

  /** Whether a disease is there and not in the trash. */
  async isLive(id: Types.ObjectId): Promise<boolean> {
    return (await this.model.exists({ _id: id, deletedAt: null }).exec()) !== null;
  }
}
