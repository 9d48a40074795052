import { recordOptions } from '@ctdb/chassis';
import { Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Types } from 'mongoose';

const { ObjectId } = MongooseSchema.Types;

/** The ids of diseases that one person has marked and viewed, the last one at the end. */
@Schema(recordOptions('personal_lists'))
export class PersonalListsRecord {
  /** See `practiceKey`. */
  @Prop({ type: String }) _id!: string;
  @Prop({ type: [ObjectId] }) favorites!: Types.ObjectId[];
  @Prop({ type: [ObjectId] }) recent!: Types.ObjectId[];
  @Prop({ type: Date, required: true }) usedAt!: Date;
}
