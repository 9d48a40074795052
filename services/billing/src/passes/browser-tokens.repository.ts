import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

/** A token may be used for the first time as long as browsers keep its cookie. */
const RETENTION_SECONDS = 400 * 86_400;

/** A token that takes the place of another one; a row of the collection `browser_tokens`. */
@Schema(recordOptions('browser_tokens'))
export class BrowserTokenRecord {
  /** SHA-256 of the new token. */
  @Prop({ type: String, required: true }) _id!: string;
  /** SHA-256 of the token that it replaces. */
  @Prop({ type: String, required: true }) from!: string;
  @Prop({ type: Date, required: true }) createdAt!: Date;
  /** When the new token was used first; the other one ends then. */
  @Prop({ type: Date }) usedAt?: Date;
}

/** See {@link BrowserTokenRecord}. */
@Injectable()
export class BrowserTokensRepository extends CollectionRepository<BrowserTokenRecord> {
  constructor(@InjectModel(BrowserTokenRecord.name) model: Model<BrowserTokenRecord>) {
    super(model, [
      { key: { from: 1 } },
      { key: { createdAt: 1 }, expireAfterSeconds: RETENTION_SECONDS },
    ]);
  }

  /** Stores a replacement; a stored one of the same token stays as it is. */
  async add(record: Pick<BrowserTokenRecord, '_id' | 'from' | 'createdAt'>): Promise<void> {
    await this.insertIfMissing(record);
  }

  find(token: string): Promise<BrowserTokenRecord | null> {
    return this.findOne({ _id: { $eq: token } });
  }

  /** The replacement of `token` that was first used after `since`. */
  findSuccessor(token: string, since: Date): Promise<BrowserTokenRecord | null> {
    return this.findOne({ from: { $eq: token }, usedAt: { $gt: since } });
  }

  async markUsed(token: string, usedAt: Date): Promise<void> {
    await this.updateOne({ _id: token, usedAt: { $exists: false } }, { $set: { usedAt } });
  }

  async remove(token: string): Promise<void> {
    await this.deleteMany({ _id: token });
  }
}
