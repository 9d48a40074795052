import { recordOptions, StoredRecord } from '@ctdb/chassis';
import { Prop, Schema } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** Which disease visitors read free of charge. There is at most one such record. */
@Schema(recordOptions('free_sample'))
export class FreeSampleRecord extends StoredRecord {
  /** Null if none is chosen. */
  @Prop({ type: SchemaTypes.ObjectId, default: null }) diseaseId!: Types.ObjectId | null;
}
