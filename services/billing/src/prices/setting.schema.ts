import { outboxField, outboxIndex, type OutboxEntry } from '@ctdb/chassis';
import type { HourlyPrices } from '@ctdb/contracts';
import { Schema, type Types } from 'mongoose';

/** One change of a setting, kept beside it so that both are one atomic write. */
export interface SettingChange {
  at: Date;
  /** Name of the administrator. */
  by: string;
  before: HourlyPrices;
  after: HourlyPrices;
  /** The command that made it, to recognise its redelivery. */
  commandId: string;
}

/** A row of the collection `app_settings`. */
export interface SettingDocument {
  _id: Types.ObjectId;
  key: 'hourly_price';
  value: HourlyPrices;
  description: string;
  updatedAt: Date;
  /** Account of the administrator who changed it last; absent for the default. */
  updatedBy?: string;
  /** The newest changes, oldest first. */
  history: SettingChange[];
  outbox: OutboxEntry[];
}

const prices = {
  usdCents: { type: Number, required: true },
  inrPaise: { type: Number, required: true },
} as const;
const pricesSchema = new Schema<HourlyPrices>(prices, { _id: false });

const changeSchema = new Schema<SettingChange>(
  {
    at: { type: Date, required: true },
    by: { type: String, required: true },
    before: { type: pricesSchema, required: true },
    after: { type: pricesSchema, required: true },
    commandId: { type: String, required: true },
  },
  { _id: false },
);

/** See {@link SettingDocument}. */
export const settingSchema = new Schema<SettingDocument>(
  {
    key: { type: String, required: true, enum: ['hourly_price'] },
    value: { type: pricesSchema, required: true },
    description: { type: String, required: true },
    updatedAt: { type: Date, required: true },
    updatedBy: String,
    history: { type: [changeSchema], required: true, default: [] },
    outbox: outboxField,
  },
  { collection: 'app_settings', versionKey: false, strict: 'throw' },
);

settingSchema.index({ key: 1 }, { unique: true });
settingSchema.index(outboxIndex);
