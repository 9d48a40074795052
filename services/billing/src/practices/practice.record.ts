import { outboxField, outboxIndex, recordOptions, type OutboxEntry } from '@ctdb/chassis';
import { Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type mongo, type Types } from 'mongoose';

const { ObjectId } = MongooseSchema.Types;

/** An address whose mailbox is proven by six digits. */
@Schema({ _id: false })
export class ConfirmedAddress {
  @Prop({ type: String, required: true }) email!: string;
  @Prop({ type: Date, required: true }) confirmedAt!: Date;
}

/** A token that does not open the practice any more, while its pass in Redis may still say so. */
@Schema({ _id: false })
export class StaleBrowser {
  @Prop({ type: String, required: true }) browser!: string;
  /** When its pass is removed; requests that were sent with it are answered until then. */
  @Prop({ type: Date, required: true }) at!: Date;
}

/**
 * A row of the collection `practices`: owns the purchases, entries and patients of one buyer. At most one
 * browser opens it.
 */
@Schema(recordOptions('practices'))
export class PracticeRecord {
  @Prop({ type: ObjectId, required: true }) _id!: Types.ObjectId;
  @Prop({ type: Date, required: true }) createdAt!: Date;
  /** Nothing was ever activated: removed then. */
  @Prop({ type: Date }) expiresAt?: Date;
  /** SHA-256 of the token of the browser that opens it. */
  @Prop({ type: String }) browser?: string;
  /** SHA-256 of the token that replaces `browser` when it is first used. */
  @Prop({ type: String }) next?: string;
  /** The last tokens that it was moved away from; their replies give the reason `moved`. */
  @Prop({ type: [String], default: undefined }) formerBrowsers?: string[];
  @Prop({ type: [StaleBrowser], default: undefined }) stale?: StaleBrowser[];
  /** When it was last opened in another browser; absent in the one that ordered. */
  @Prop({ type: Date }) movedAt?: Date;
  @Prop({ type: [ConfirmedAddress], default: undefined }) addresses?: ConfirmedAddress[];
  /** The practice that this one is a part of now. */
  @Prop({ type: ObjectId }) joinedInto?: Types.ObjectId;
  /** Purchases of it may still have to be given to that practice. */
  @Prop({ type: Boolean }) isJoining?: boolean;
  /** When it is erased; see `practice-data.service.ts`. */
  @Prop({ type: Date }) eraseAt?: Date;
  /** Since then nothing opens it. */
  @Prop({ type: Date }) erasedAt?: Date;
  /** Owners of entries in versions without practices; see `findPractices`. */
  @Prop({ type: [String], default: undefined }) formerOwners?: string[];
  /** Time of the last change that the journal has. */
  @Prop({ type: Date }) notedAt?: Date;
  @Prop(outboxField) outbox!: OutboxEntry[];
}

/** The indexes of the collection `practices`. */
export const practiceIndexes: mongo.IndexDescription[] = [
  { key: { browser: 1 }, unique: true, sparse: true },
  { key: { next: 1 }, unique: true, sparse: true },
  { key: { formerBrowsers: 1 }, sparse: true },
  { key: { 'stale.at': 1 }, sparse: true },
  { key: { 'addresses.email': 1 }, sparse: true },
  { key: { formerOwners: 1 }, sparse: true },
  { key: { isJoining: 1 }, sparse: true },
  { key: { eraseAt: 1 }, sparse: true },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  { key: outboxIndex },
];
