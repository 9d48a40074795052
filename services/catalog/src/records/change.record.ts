import { recordOptions } from '@ctdb/chassis';
import { Prop, Schema } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** One step of the stored data. Consecutive steps have consecutive ids. */
@Schema(recordOptions('changes'))
export class ChangeRecord {
  @Prop({ type: Number, required: true }) _id!: number;
  /** Random: where the log was lost or set back, an id comes again with another tag. */
  @Prop({ type: String, required: true }) tag!: string;
  /** Tag of the last step up to this one that changed more than treatments. */
  @Prop({ type: String, required: true }) registryTag!: string;
  /** The diseases that changed. */
  @Prop({ type: [SchemaTypes.ObjectId] }) diseases!: Types.ObjectId[];
  /** The diseases whose treatment, notes or history changed. */
  @Prop({ type: [SchemaTypes.ObjectId] }) treatments!: Types.ObjectId[];
  /** Which versions of those, as far as the writer knows; see `versionKey`. */
  @Prop({ type: [String], default: undefined }) written?: string[];
}

/** What changed in one step. */
export type ChangedIds = Pick<ChangeRecord, 'diseases' | 'treatments' | 'written'>;
