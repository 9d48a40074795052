import { recordIndexes, recordOptions, RecordRepository, StoredRecord } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

/** A finished import; it carries the event of all its diseases. */
@Schema(recordOptions('imports'))
export class ImportRecord extends StoredRecord {
  @Prop({ type: String, required: true }) importId!: string;
  @Prop({ type: Number, required: true }) diseases!: number;
}

/** The collection `imports`. */
@Injectable()
export class ImportsRepository extends RecordRepository<ImportRecord> {
  constructor(@InjectModel(ImportRecord.name) model: Model<ImportRecord>) {
    super(model, recordIndexes);
  }
}
