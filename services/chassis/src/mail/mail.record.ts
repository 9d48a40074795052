import { locales, mailKinds, type Locale, type MailKind } from '@ctdb/contracts';
import { Prop, Schema } from '@nestjs/mongoose';
import type { mongo } from 'mongoose';
import { outboxField, outboxIndex, type OutboxEntry } from '../data/outbox-entry.js';
import { recordOptions } from '../data/stored-record.js';

/** Longer than any cause of a mail can come again. */
const RETENTION_SECONDS = 90 * 86_400;

/** A mail that is to be sent, or was; a row of the collection `mails`. */
@Schema(recordOptions('mails'))
export class MailRecord {
  /** Names its cause, which makes no second mail when it comes again. */
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: String, required: true, enum: mailKinds }) kind!: MailKind;
  @Prop({ type: String, required: true, enum: locales }) locale!: Locale;
  /** `failed`: given up after a day. */
  @Prop({ type: String, required: true, enum: ['waiting', 'sent', 'failed'] })
  state!: 'waiting' | 'sent' | 'failed';
  @Prop({ type: Date, required: true }) createdAt!: Date;
  @Prop({ type: Date }) sentAt?: Date;
  /** The three are removed once it is sent. */
  @Prop({ type: String }) to?: string;
  /** Values of its text by their names, as the reader sees them. */
  @Prop({ type: Object }) values?: Record<string, string>;
  /** Where its link leads to: a path of the site. */
  @Prop({ type: String }) path?: string;
  /** Whether it became a dead letter, so that the next event of it is a replay. */
  @Prop({ type: Boolean }) isDead?: boolean;
  @Prop(outboxField) outbox!: OutboxEntry[];
}

/** A mail as it is written. Without `to` it is a request, which its preparation turns into mails. */
export type NewMail = Pick<MailRecord, '_id' | 'kind' | 'locale' | 'path' | 'to'> & {
  values: Record<string, string>;
};

/** The indexes of the collection `mails`. */
export const mailIndexes: mongo.IndexDescription[] = [
  { key: { state: 1, createdAt: 1 } },
  { key: { createdAt: 1 }, expireAfterSeconds: RETENTION_SECONDS },
  { key: outboxIndex },
];
