import { CollectionRepository, recordModels, recordOptions } from '@ctdb/chassis';
import { ACCESS_LINK_HOURS, MAX_ADDRESS_CODE_ATTEMPTS } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

/** Longer than a browser repeats a request whose answer it has not got. */
const REPEAT_MS = 600_000;
const HOUR_MS = 3_600_000;

/** A link to lost access, or six digits, as they were mailed; a row of the collection `access_links`. */
@Schema(recordOptions('access_links'))
export class AccessLinkRecord {
  /** SHA-256 of the token of a link; the purpose of digits. */
  @Prop({ type: String, required: true }) _id!: string;
  /** The address that it was mailed to. */
  @Prop({ type: String, required: true }) email!: string;
  @Prop({ type: Date, required: true }) expiresAt!: Date;
  /** SHA-256 of the token of the browser that has opened a practice with the link. */
  @Prop({ type: String }) usedBy?: string;
  /** See `hashDigits`. */
  @Prop({ type: String }) digitsHash?: string;
  @Prop({ type: Number }) digitsAttempts?: number;
}

/** The collection `access_links`. */
export const accessLinksModel = recordModels(AccessLinkRecord);

/** See {@link AccessLinkRecord}. */
@Injectable()
export class AccessLinksRepository extends CollectionRepository<AccessLinkRecord> {
  constructor(@InjectModel(AccessLinkRecord.name) model: Model<AccessLinkRecord>) {
    super(model, [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
  }

  /** Stores a link; or digits, in the place of earlier ones for the same purpose. */
  async store({ _id, ...mailed }: AccessLinkRecord): Promise<void> {
    await this.upsert({ _id: { $eq: _id } }, { $set: mailed });
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
  async use({ _id }: AccessLinkRecord, usedBy: string, now: Date): Promise<void> {
    await this.updateOne(
      { _id, usedBy: { $in: [null, usedBy] } },
      { $set: { usedBy }, $min: { expiresAt: new Date(now.getTime() + REPEAT_MS) } },
    );
  }

  /** Ends all links that were made before a time, and all digits. */
  async endAll(madeBefore: Date): Promise<void> {
    const $lt = new Date(madeBefore.getTime() + ACCESS_LINK_HOURS * HOUR_MS);
    await this.deleteMany({ expiresAt: { $lt } });
  }

  /** Counts an attempt; returns the digits to compare with, or `null` if they have ended. */
  countAttempt(_id: string, now: Date): Promise<AccessLinkRecord | null> {
    return this.findOneAndUpdate(
      { _id, expiresAt: { $gt: now }, digitsAttempts: { $lt: MAX_ADDRESS_CODE_ATTEMPTS } },
      { $inc: { digitsAttempts: 1 } },
    );
  }

  async endDigits(ids: readonly string[]): Promise<void> {
    await this.deleteMany({ _id: { $in: [...ids] } });
  }

  /** Ends what was mailed to an address. */
  async forget(email: string): Promise<void> {
    await this.deleteMany({ email: { $eq: email } });
  }
}
