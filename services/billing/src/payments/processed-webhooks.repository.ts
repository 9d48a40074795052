import { ensureIndexes, isDuplicateKey, recordOptions } from '@ctdb/chassis';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

/** Providers repeat a webhook for up to 3 days and allow a manual resend for 30 days. */
const RETENTION_SECONDS = 45 * 24 * 60 * 60;

/** A row of the collection `webhook_events`. */
@Schema(recordOptions('webhook_events'))
export class ProcessedWebhook {
  /** The provider's id of the event. */
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: String, required: true }) type!: string;
  @Prop({ type: Date, required: true }) at!: Date;
}

/** Ids of processed webhooks. */
@Injectable()
export class ProcessedWebhooksRepository implements OnModuleInit {
  constructor(
    @InjectModel(ProcessedWebhook.name) private readonly webhooks: Model<ProcessedWebhook>,
  ) {}

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.webhooks, [{ key: { at: 1 }, expireAfterSeconds: RETENTION_SECONDS }]);
  }

  async has(id: string): Promise<boolean> {
    return (await this.webhooks.exists({ _id: { $eq: id } })) !== null;
  }

  async mark(id: string, type: string): Promise<void> {
    try {
      // The database's clock decides when it expires, so a slightly wrong local clock is harmless.
      await this.webhooks.create({ _id: id, type, at: new Date() });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
