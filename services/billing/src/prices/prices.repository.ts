import {
  CollectionRepository,
  Outbox,
  outboxField,
  outboxIndex,
  recordOptions,
  toContract,
  type OutboxEntry,
} from '@ctdb/chassis';
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
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { z } from 'zod';

/** Maximum number of stored changes. */
const MAX_HISTORY = 200;

const key = 'hourly_price';
const defaultPrices: Prices = {
  usdCents: defaultHourlyPrice.USD,
  inrPaise: defaultHourlyPrice.INR,
  plansPaise: defaultPlanPrices,
};

/** Rows of versions before this one have no plans. */
type StoredPrices = z.input<typeof prices>;

/** One change of a setting, stored with it so that both are one atomic write. */
interface SettingChange {
  at: Date;
  /** Name of the administrator. */
  by: string;
  before: StoredPrices;
  after: StoredPrices;
  /** The command that made it, to recognise its redelivery. */
  commandId: string;
}

/** A row of the collection `app_settings`. */
@Schema(recordOptions('app_settings'))
export class SettingRecord {
  _id!: Types.ObjectId;
  @Prop({ type: String, required: true, enum: [key] }) key!: typeof key;
  @Prop({ type: Object, required: true }) value!: StoredPrices;
  @Prop({ type: String, required: true }) description!: string;
  @Prop({ type: Date, required: true }) updatedAt!: Date;
  /** Account of the administrator who changed it last; absent for the default. */
  @Prop({ type: String }) updatedBy?: string;
  /** The newest changes, oldest first. */
  @Prop({ type: [Object], required: true, default: [] }) history!: SettingChange[];
  @Prop(outboxField) outbox!: OutboxEntry[];
}

/** Rows without plans have the default prices. */
const matches = ({ usdCents, inrPaise, plansPaise }: Prices) => ({
  'value.usdCents': usdCents,
  'value.inrPaise': inrPaise,
  ...Object.fromEntries(
    planItemNames.map((item) => [`value.plansPaise.${item}`, { $in: [plansPaise[item], null] }]),
  ),
});

/** The row `hourly_price` of the collection `app_settings`: all prices and their changes. */
@Injectable()
export class PricesRepository extends CollectionRepository<SettingRecord> {
  constructor(
    @InjectModel(SettingRecord.name) settings: Model<SettingRecord>,
    private readonly outbox: Outbox,
  ) {
    super(settings, [{ key: { key: 1 }, unique: true }, { key: outboxIndex }]);
  }

  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    await this.ensureDefaults();
  }

  async find(): Promise<Prices> {
    const row = await this.findOne({ key });
    return toContract(prices, row?.value ?? defaultPrices);
  }

  /** The price changes, newest first. */
  async findChanges(): Promise<PriceChange[]> {
    const row = await this.findOne({ key });
    return (row?.history ?? []).map((change) => toContract(priceChange, change)).reverse();
  }

  async hasCommand(commandId: string): Promise<boolean> {
    const filter = { key, 'history.commandId': { $eq: commandId } } as const;
    return (await this.findOne(filter)) !== null;
  }

  /** Returns `false` if the prices are no longer `before`. */
  async replace(change: SettingChange & { before: Prices; after: Prices }, updatedBy: string) {
    const { before, after } = change;
    const event = this.outbox.entry(priceEvents.changed, { before, after });
    const { matchedCount } = await this.updateOne(
      { key, ...matches(before) },
      {
        $set: { value: after, updatedAt: change.at, updatedBy },
        $push: { history: { $each: [change], $slice: -MAX_HISTORY }, outbox: event },
      },
    );
    if (matchedCount === 1) this.outbox.relaySoon();
    return matchedCount === 1;
  }

  /** Stores the default row if absent; safe if several replicas start at once. */
  ensureDefaults(): Promise<void> {
    const row = {
      value: defaultPrices,
      description: 'Prices of the hourly pass, and of plans in rupees, in minor units',
      updatedAt: new Date(),
      history: [],
      outbox: [],
    };
    return this.upsert({ key }, { $setOnInsert: row });
  }
}
