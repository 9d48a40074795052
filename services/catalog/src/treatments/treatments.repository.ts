import { recordIndexes, RecordRepository, toObjectId } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { TreatmentRecord, withAddedColor } from '../records/treatment.record.js';

/** The collection `treatments`. A treatment is active while its disease is not deleted. */
@Injectable()
export class TreatmentsRepository extends RecordRepository<TreatmentRecord> {
  constructor(
    @InjectModel(TreatmentRecord.name) model: Model<TreatmentRecord>,
    private readonly diseases: DiseasesRepository,
  ) {
    super(model, [
      ...recordIndexes,
      { name: 'oneOfEachDisease', key: { diseaseId: 1 }, unique: true },
      { name: 'updatedAt', key: { updatedAt: 1 } },
      {
        name: 'addedColors',
        key: { 'protocols.color': 1 },
        partialFilterExpression: withAddedColor,
      },
    ]);
  }

  /** The treatment of a disease, whether that is deleted or not. */
  findByDisease(diseaseId: Types.ObjectId): Promise<TreatmentRecord | null> {
    return this.findOne({ diseaseId });
  }

  /** The record itself, where it is there and active; `NOT_FOUND` else. */
  async requireActive(record: TreatmentRecord | null): Promise<TreatmentRecord> {
    if (!record || !(await this.diseases.isActive(record.diseaseId)))
      throw new DomainError('NOT_FOUND', { kind: 'treatment' });
    return record;
  }

  /** The active treatment of this id; `NOT_FOUND` else. */
  async getActive(id: string): Promise<TreatmentRecord> {
    return this.requireActive(await this.findById(toObjectId(id)));
  }
}
