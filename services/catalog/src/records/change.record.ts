import { recordOptions } from '@ctdb/chassis';
import { Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Types } from 'mongoose';

const { ObjectId } = MongooseSchema.Types;

/** What changed in one step, by ids of diseases. */
export interface ChangedIds {
  diseases: Types.ObjectId[];
  /** Whose treatment, notes or history changed. */
  treatments: Types.ObjectId[];
  /** Which versions those are, as far as the writer knows; see `versionKey`. */
  written?: string[];
}

/** One step of the stored data. Consecutive steps have consecutive ids. */
@Schema(recordOptions('changes'))
export class ChangeRecord implements ChangedIds {
  @Prop({ type: Number, required: true }) _id!: number;
  /** Random: where the log was lost or set back, an id comes again with another tag. */
  @Prop({ type: String, required: true }) tag!: string;
  /** Tag of the last step up to this one that changed more than treatments. */
  @Prop({ type: String, required: true }) registryTag!: string;
  @Prop({ type: [ObjectId] }) diseases!: Types.ObjectId[];
  @Prop({ type: [ObjectId] }) treatments!: Types.ObjectId[];
  @Prop({ type: [String], default: undefined }) written?: string[];
}
