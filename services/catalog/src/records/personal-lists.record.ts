import { recordOptions } from '@ctdb/chassis';
import { Prop, Schema } from '@nestjs/mongoose';
import { SchemaTypes, type Types } from 'mongoose';

/** The ids of diseases that one person has marked and viewed, the last one at the end. */
@Schema(recordOptions('personal_lists'))
export class PersonalListsRecord {
  /** See `practiceKey`. */
  @Prop({ type: String }) _id!: string;
  @Prop({ type: [SchemaTypes.ObjectId] }) favorites!: Types.ObjectId[];
  @Prop({ type: [SchemaTypes.ObjectId] }) recent!: Types.ObjectId[];
  @Prop({ type: Date, required: true }) usedAt!: Date;
}
