import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { ACCESS_LINK_HOURS, MAX_ADDRESS_CODE_ATTEMPTS } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel, MongooseModule, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

/** Longer than a browser repeats a request whose answer it has not got. */
const REPEAT_MS = 600_000;
const HOUR_MS = 3_600_000;

/** A link to lost access; a row of the collection `access_links`. */
@Schema(recordOptions('access_links'))
export class AccessLinkRecord {
  /** SHA-256 of its token. */
  @Prop({ type: String, required: true }) _id!: string;
  /** The confirmed address that it was mailed to. */
  @Prop({ type: String, required: true }) email!: string;
  @Prop({ type: Date, required: true }) expiresAt!: Date;
  /** SHA-256 of the token of the browser that has opened a practice with it. */
  @Prop({ type: String }) usedBy?: string;
  /** Six digits that joining two practices needs; see `hashDigits`. */
  @Prop({ type: String }) digitsHash?: string;
  @Prop({ type: Date }) digitsExpireAt?: Date;
  @Prop({ type: Number }) digitsAttempts?: number;
}

/** The collection `access_links`. */
export const accessLinksModel = MongooseModule.forFeature([
  { name: AccessLinkRecord.name, schema: SchemaFactory.createForClass(AccessLinkRecord) },
]);

/** See {@link AccessLinkRecord}. */
@Injectable()
export class AccessLinksRepository extends CollectionRepository<AccessLinkRecord> {
  constructor(@InjectModel(AccessLinkRecord.name) model: Model<AccessLinkRecord>) {
    super(model, [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
  }

  async add(link: AccessLinkRecord): Promise<void> {
    await this.insertIfMissing(link);
  }

  /** A link that has not ended, and was not used in another browser. */
  find(_id: string, now: Date, browser?: string): Promise<AccessLinkRecord | null> {
    return this.findOne({
      _id: { $eq: _id },
      expiresAt: { $gt: now },
      usedBy: browser === undefined ? { $exists: false } : { $in: [null, browser] },
    });
  }

  /** Uses a link for a browser, which may repeat it soon, and later not. */
  async use({ _id }: AccessLinkRecord, usedBy: string, now: Date): Promise<boolean> {
    const used = await this.findOneAndUpdate(
      { _id, usedBy: { $in: [null, usedBy] } },
      { $set: { usedBy }, $min: { expiresAt: new Date(now.getTime() + REPEAT_MS) } },
    );
    return used !== null;
  }

  /** Ends all links that were made before a time. */
  async endAll(madeBefore: Date): Promise<void> {
    const $lt = new Date(madeBefore.getTime() + ACCESS_LINK_HOURS * HOUR_MS);
    await this.deleteMany({ expiresAt: { $lt } });
  }

  async setDigits(_id: string, digitsHash: string, digitsExpireAt: Date): Promise<void> {
    await this.updateOne(
      { _id: { $eq: _id } },
      { $set: { digitsHash, digitsExpireAt, digitsAttempts: 0 } },
    );
  }

  async endDigits({ _id }: AccessLinkRecord): Promise<void> {
    await this.updateOne({ _id }, { $unset: { digitsHash: 1, digitsExpireAt: 1 } });
  }

  /** Counts an attempt; returns the hash to compare with, or `undefined` if the digits have ended. */
  async countDigitsAttempt({ _id }: AccessLinkRecord, now: Date): Promise<string | undefined> {
    const counted = await this.findOneAndUpdate(
      { _id, digitsExpireAt: { $gt: now }, digitsAttempts: { $lt: MAX_ADDRESS_CODE_ATTEMPTS } },
      { $inc: { digitsAttempts: 1 } },
    );
    return counted?.digitsHash;
  }
}
