import { recordOptions } from '@ctdb/chassis';
import { Prop, Schema } from '@nestjs/mongoose';

/** Whether the sample data was stored, in the collection `markers`. */
@Schema(recordOptions('markers'))
export class SeedState {
  @Prop({ type: String }) _id!: string;
  @Prop({ type: Date }) startedAt!: Date;
  @Prop({ type: Date }) finishedAt!: Date | null;
}
