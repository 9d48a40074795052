import { recordIndexes, RecordRepository } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { ColorRecord } from '../records/color.record.js';
import { TreatmentRecord, withAddedColor } from '../records/treatment.record.js';

/** The collection `colors`. */
@Injectable()
export class ColorsRepository extends RecordRepository<ColorRecord> {
  constructor(
    @InjectModel(ColorRecord.name) model: Model<ColorRecord>,
    @InjectModel(TreatmentRecord.name) private readonly treatments: Model<TreatmentRecord>,
  ) {
    super(model, [
      ...recordIndexes,
      // Any number of removed colors had the same name.
      { name: 'nameKey', key: { nameKey: 1, deletedAt: 1 }, unique: true },
      { name: 'nameKnKey', key: { nameKnKey: 1, deletedAt: 1 }, unique: true },
    ]);
  }

  /** The colors that are not removed, by their English names. */
  list(): Promise<ColorRecord[]> {
    return this.findMany({ deletedAt: null }, { sort: { nameKey: 1 } });
  }

  /** Whether a color that is not removed has this English name. */
  async isTaken(nameKey: string): Promise<boolean> {
    return (await this.model.exists({ nameKey, deletedAt: null }).exec()) !== null;
  }

  /** Whether a protocol of any treatment, deleted or not, has this added color. */
  async isUsed(id: string): Promise<boolean> {
    const filter = { 'protocols.color': id, ...withAddedColor };
    return (await this.treatments.exists(filter).exec()) !== null;
  }
}
