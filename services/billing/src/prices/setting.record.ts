import { outboxField, outboxIndex, recordOptions, type OutboxEntry } from '@ctdb/chassis';
import type { Prices } from '@ctdb/contracts';
import { Prop, Schema } from '@nestjs/mongoose';
import type { mongo, Types } from 'mongoose';

@Schema({ _id: false })
class PricesRecord {
  @Prop({ type: Number, required: true }) usdCents!: number;
  @Prop({ type: Number, required: true }) inrPaise!: number;
  /** Of plans; absent in rows of versions before this one. */
  @Prop({ type: Object }) plansPaise?: Prices['plansPaise'];
}

/** One change of a setting, stored with it so that both are one atomic write. */
@Schema({ _id: false })
export class SettingChange {
  @Prop({ type: Date, required: true }) at!: Date;
  /** Name of the administrator. */
  @Prop({ type: String, required: true }) by!: string;
  @Prop({ type: PricesRecord, required: true }) before!: PricesRecord;
  @Prop({ type: PricesRecord, required: true }) after!: PricesRecord;
  /** The command that made it, to recognise its redelivery. */
  @Prop({ type: String, required: true }) commandId!: string;
}

/** A row of the collection `app_settings`. */
@Schema(recordOptions('app_settings'))
export class SettingRecord {
  _id!: Types.ObjectId;
  @Prop({ type: String, required: true, enum: ['hourly_price'] }) key!: 'hourly_price';
  @Prop({ type: PricesRecord, required: true }) value!: PricesRecord;
  @Prop({ type: String, required: true }) description!: string;
  @Prop({ type: Date, required: true }) updatedAt!: Date;
  /** Account of the administrator who changed it last; absent for the default. */
  @Prop({ type: String }) updatedBy?: string;
  /** The newest changes, oldest first. */
  @Prop({ type: [SettingChange], required: true, default: [] }) history!: SettingChange[];
  @Prop(outboxField) outbox!: OutboxEntry[];
}

/** The indexes of the collection `app_settings`. */
export const settingIndexes: mongo.IndexDescription[] = [
  { key: { key: 1 }, unique: true },
  { key: outboxIndex },
];
