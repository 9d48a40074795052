import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

/** Longer than a browser repeats a request whose answer it has not got. */
const REPEAT_MS = 600_000;

/** A link to lost access; a row of the collection `access_links`. */
@Schema(recordOptions('access_links'))
export class AccessLinkRecord {
  /** SHA-256 of its token. */
  @Prop({ type: String, required: true }) _id!: string;
  /** The address that paid. */
  @Prop({ type: String, required: true }) email!: string;
  @Prop({ type: Date, required: true }) expiresAt!: Date;
  /** SHA-256 of the token of the browser that has used it. */
  @Prop({ type: String }) usedBy?: string;
}

/** See {@link AccessLinkRecord}. */
@Injectable()
export class AccessLinksRepository extends CollectionRepository<AccessLinkRecord> {
  constructor(@InjectModel(AccessLinkRecord.name) model: Model<AccessLinkRecord>) {
    super(model, [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);
  }

  async add(link: AccessLinkRecord): Promise<void> {
    await this.insertIfMissing(link);
  }

  /**
   * Uses a link for a browser; `null` if it has ended, or another browser has used it. The same one may
   * repeat it soon, and later not: it would move what the address has bought since.
   */
  use(_id: string, holder: string, now: Date): Promise<AccessLinkRecord | null> {
    const usedBy = { $in: [null, holder] };
    return this.findOneAndUpdate(
      { _id: { $eq: _id }, expiresAt: { $gt: now }, usedBy },
      { $set: { usedBy: holder }, $min: { expiresAt: new Date(now.getTime() + REPEAT_MS) } },
    );
  }
}
