import { recordOptions } from '@ctdb/chassis';
import { Prop, Schema } from '@nestjs/mongoose';

/** A practice (see `practiceKey`) that is a part of another one, or was erased. */
@Schema(recordOptions('practice_joins'))
export class PracticeJoin {
  @Prop({ type: String }) _id!: string;
  @Prop({ type: String, required: true }) into!: string;
  @Prop({ type: Date, required: true }) at!: Date;
}

/** The filter of what earlier versions stored for a purchase, or for a row of billing's `users`. */
export const ofFormerOwners = (field: 'practice' | '_id') => ({
  $or: ['pass', 'user'].map((kind) => ({ [field]: { $gte: `${kind}:`, $lt: `${kind};` } })),
});
