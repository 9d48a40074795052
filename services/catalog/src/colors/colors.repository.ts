import {
  recordIndexes,
  recordOptions,
  RecordRepository,
  StoredRecord,
  withContractFields,
} from '@ctdb/chassis';
import { colorInput } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

/** An added color as stored. A removed one stays with `deletedAt`. */
@Schema(recordOptions('colors'))
export class ColorRecord extends withContractFields(StoredRecord, colorInput) {
  /** The English name in lower case. */
  @Prop({ type: String, required: true }) nameKey!: string;
}

/** The collection `colors`. */
@Injectable()
export class ColorsRepository extends RecordRepository<ColorRecord> {
  constructor(@InjectModel(ColorRecord.name) model: Model<ColorRecord>) {
    super(model, [
      ...recordIndexes,
      // Any number of removed colors had the same name.
      { name: 'nameKey', key: { nameKey: 1, deletedAt: 1 }, unique: true },
      { name: 'nameKn', key: { nameKn: 1, deletedAt: 1 }, unique: true },
    ]);
  }

  /** The colors that are not removed, by their English names. */
  list(): Promise<ColorRecord[]> {
    return this.model.find({ deletedAt: null }).sort({ nameKey: 1 }).lean<ColorRecord[]>().exec();
  }

  /** Whether a color that is not removed has this English name. */
  async isTaken(nameKey: string): Promise<boolean> {
    return (await this.model.exists({ nameKey, deletedAt: null }).exec()) !== null;
  }
}
