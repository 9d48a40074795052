import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Model, type Types } from 'mongoose';
import { RedisClock } from '../../redis-clock.js';

/** Anyone can send webhooks, so that they cause no more reads of a purchase than this. */
const MIN_INTERVAL_MS = 10_000;
const RETENTION_SECONDS = 30 * 86_400;

/** A purchase that webhooks name; a row of the collection `webhook_reads`. */
@Schema(recordOptions('webhook_reads'))
export class WebhookRead {
  /** The purchase's id. */
  @Prop({ type: MongooseSchema.Types.ObjectId, required: true }) _id!: Types.ObjectId;
  /** Time of the newest webhook; absent after a read that began later. */
  @Prop({ type: Date }) requestedAt?: Date;
  /** When the last read began. */
  @Prop({ type: Date }) readAt?: Date;
}

/** Which purchases are read at their provider because of a webhook. */
@Injectable()
export class WebhookReadsRepository extends CollectionRepository<WebhookRead> {
  constructor(
    @InjectModel(WebhookRead.name) model: Model<WebhookRead>,
    private readonly clock: RedisClock,
  ) {
    super(model, [
      { key: { readAt: 1 }, expireAfterSeconds: RETENTION_SECONDS },
      { key: { requestedAt: 1 }, sparse: true },
    ]);
  }

  async request(_id: Types.ObjectId): Promise<void> {
    await this.upsert({ _id }, { $set: { requestedAt: new Date(await this.clock.now()) } });
  }

  /** Begins a requested read; `null` if there is none, or the last one is too recent. */
  async begin(_id: Types.ObjectId): Promise<WebhookRead | null> {
    const now = await this.clock.now();
    return this.findOneAndUpdate({ _id, ...isDue(now) }, { $set: { readAt: new Date(now) } });
  }

  /** Ends a read. It stays requested if another webhook has come since it began. */
  async end({ _id, requestedAt }: WebhookRead): Promise<void> {
    await this.updateOne({ _id, requestedAt }, { $unset: { requestedAt: 1 } });
  }

  /** Requested reads that may begin, those of the longest ago first. */
  async findDue(limit: number): Promise<WebhookRead[]> {
    return this.findMany(isDue(await this.clock.now()), { sort: { readAt: 1 }, limit });
  }
}

const isDue = (now: number) => ({
  requestedAt: { $exists: true },
  readAt: { $not: { $gt: new Date(now - MIN_INTERVAL_MS) } },
});
