import { ensureIndexes, MONGO } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Types } from 'mongoose';
import { recordIndexes } from '../store/indexes.js';
import { RecordRepository } from '../store/record.repository.js';
import { treatmentModel, type TreatmentRecord } from './treatments.schema.js';

/** The collection `treatments`. */
@Injectable()
export class TreatmentsRepository extends RecordRepository<TreatmentRecord> {
  constructor(@Inject(MONGO) connection: Connection) {
    super(treatmentModel(connection));
  }

  async createIndexes(): Promise<void> {
    await ensureIndexes(this.model, [
      ...recordIndexes,
      { name: 'oneOfEachDisease', key: { diseaseId: 1 }, unique: true },
    ]);
  }

  /** The treatment of a disease, whether that is deleted or not. */
  ofDisease(diseaseId: Types.ObjectId): Promise<TreatmentRecord | null> {
    return this.findOne({ diseaseId });
  }
}
