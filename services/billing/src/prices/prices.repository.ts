import { ensureIndexes, isDuplicateKey, Outbox, toContract } from '@ctdb/chassis';
import {
  defaultHourlyPrice,
  defaultPlanPrices,
  planItemNames,
  priceChange,
  priceEvents,
  prices,
  type PriceChange,
  type Prices,
} from '@ctdb/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { settingIndexes, SettingRecord } from './setting.record.js';

/** Maximum number of stored changes. */
const MAX_HISTORY = 200;

const key = 'hourly_price';
const defaultPrices: Prices = {
  usdCents: defaultHourlyPrice.USD,
  inrPaise: defaultHourlyPrice.INR,
  plansPaise: defaultPlanPrices,
};

/** A price change: administrator, prices before and after. */
export interface NewPrices {
  before: Prices;
  after: Prices;
  by: { id: string; name: string };
  commandId: string;
}

/** Rows of versions before this one have no plans, and thus the default prices. */
const matches = ({ usdCents, inrPaise, plansPaise }: Prices) => ({
  'value.usdCents': usdCents,
  'value.inrPaise': inrPaise,
  ...Object.fromEntries(
    planItemNames.map((item) => [`value.plansPaise.${item}`, { $in: [plansPaise[item], null] }]),
  ),
});

/** The row `hourly_price` of the collection `app_settings`: all prices and their changes. */
@Injectable()
export class PricesRepository implements OnModuleInit {
  constructor(
    @InjectModel(SettingRecord.name) private readonly settings: Model<SettingRecord>,
    private readonly outbox: Outbox,
  ) {}

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.settings, settingIndexes);
    await this.ensureDefaults();
  }

  async find(): Promise<Prices> {
    const row = await this.settings.findOne({ key }).lean<SettingRecord>();
    return toContract(prices, row?.value ?? defaultPrices);
  }

  /** The price changes, newest first. */
  async findChanges(): Promise<PriceChange[]> {
    const row = await this.settings.findOne({ key }).lean<SettingRecord>();
    return (row?.history ?? []).map((change) => toContract(priceChange, change)).reverse();
  }

  async hasCommand(commandId: string): Promise<boolean> {
    const filter = { key, 'history.commandId': { $eq: commandId } } as const;
    return (await this.settings.exists(filter)) !== null;
  }

  /** Returns `false` if the prices are no longer `before`. */
  async replace({ before, after, by, commandId }: NewPrices): Promise<boolean> {
    const at = new Date();
    const event = this.outbox.entry(priceEvents.changed, { before, after });
    const change = { at, by: by.name, before, after, commandId };
    const { matchedCount } = await this.settings.updateOne(
      { key, ...matches(before) },
      {
        $set: { value: after, updatedAt: at, updatedBy: by.id },
        $push: { history: { $each: [change], $slice: -MAX_HISTORY }, outbox: event },
      },
    );
    if (matchedCount === 1) this.outbox.relaySoon();
    return matchedCount === 1;
  }

  /** Stores the default row if absent; safe if several replicas start at once. */
  async ensureDefaults(): Promise<void> {
    const row = {
      value: defaultPrices,
      description: 'Prices of the hourly pass, and of plans in rupees, in minor units',
      updatedAt: new Date(),
      history: [],
      outbox: [],
    };
    try {
      await this.settings.updateOne({ key }, { $setOnInsert: row }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
