import { recordIndexes, RecordRepository } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { DiseaseRecord } from '../records/disease.record.js';

/** The collection `diseases`. */
@Injectable()
export class DiseasesRepository extends RecordRepository<DiseaseRecord> {
  constructor(@InjectModel(DiseaseRecord.name) model: Model<DiseaseRecord>) {
    super(model, [...recordIndexes, { name: 'changedAt', key: { changedAt: 1 } }]);
  }

  /** Whether a disease is there and not in the trash. */
  async isActive(id: Types.ObjectId): Promise<boolean> {
    return (await this.model.exists({ _id: id, deletedAt: null }).exec()) !== null;
  }
}
