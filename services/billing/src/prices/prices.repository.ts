import { MONGO, type OutboxEntry } from '@ctdb/chassis';
import { defaultHourlyPrice, type HourlyPrices, type PriceChange } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Connection, Model } from 'mongoose';
import { createIndexes } from '../data/create-indexes.js';
import { isDuplicate } from '../data/is-duplicate.js';
import { toChanges, toPrices } from './prices.mapper.js';
import { settingSchema, type SettingDocument } from './setting.schema.js';

/** Maximum number of stored changes. */
const MAX_HISTORY = 200;

const key = 'hourly_price';
const installed: HourlyPrices = {
  usdCents: defaultHourlyPrice.USD,
  inrPaise: defaultHourlyPrice.INR,
};

/** A price change: administrator, prices before and after. */
export interface NewPrices {
  before: HourlyPrices;
  after: HourlyPrices;
  by: { id: string; name: string };
  commandId: string;
}

/** The row `hourly_price` of the collection `app_settings`: both prices and their changes. */
@Injectable()
export class PricesRepository implements OnModuleInit {
  private readonly settings: Model<SettingDocument>;

  constructor(@Inject(MONGO) mongo: Connection) {
    this.settings = mongo.model<SettingDocument>('Setting', settingSchema);
  }

  async onModuleInit(): Promise<void> {
    await createIndexes(this.settings);
    await this.install();
  }

  async find(): Promise<HourlyPrices> {
    const row = await this.settings.findOne({ key }).select({ value: 1 }).lean();
    return toPrices(row?.value ?? installed);
  }

  async changes(): Promise<PriceChange[]> {
    return toChanges(await this.settings.findOne({ key }).select({ history: 1 }).lean());
  }

  async knows(commandId: string): Promise<boolean> {
    const filter = { key, 'history.commandId': { $eq: commandId } } as const;
    return (await this.settings.exists(filter)) !== null;
  }

  /** Returns `false` if the prices are no longer `before`. */
  async replace({ before, after, by, commandId }: NewPrices, event: OutboxEntry): Promise<boolean> {
    const at = new Date();
    const change = { at, by: by.name, before, after, commandId };
    const { matchedCount } = await this.settings.updateOne(
      { key, 'value.usdCents': before.usdCents, 'value.inrPaise': before.inrPaise },
      {
        $set: { value: after, updatedAt: at, updatedBy: by.id },
        $push: { history: { $each: [change], $slice: -MAX_HISTORY }, outbox: event },
      },
    );
    return matchedCount === 1;
  }

  /** Stores the default row if absent; safe if several replicas start at once. */
  async install(): Promise<void> {
    const row = {
      value: installed,
      description: 'Prices of the hourly pass, in minor units',
      updatedAt: new Date(),
      history: [],
      outbox: [],
    };
    try {
      await this.settings.updateOne({ key }, { $setOnInsert: row }, { upsert: true });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
}
