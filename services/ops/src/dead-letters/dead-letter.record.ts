import { outboxField, outboxIndex, recordOptions, type OutboxEntry } from '@ctdb/chassis';
import type { DeadLetter } from '@ctdb/contracts';
import { Prop, Schema } from '@nestjs/mongoose';
import type { mongo, Types } from 'mongoose';

const RETENTION_SECONDS = 90 * 86_400;

/** Which command settles a dead letter, and until when no other one may. */
@Schema({ _id: false, strict: 'throw' })
export class DeadLetterLock {
  /** Of the command. */
  @Prop({ type: String }) id!: string;
  @Prop({ type: Date }) until!: Date;
}

/** A dead letter. */
@Schema(recordOptions('dead_letters'))
export class DeadLetterRecord {
  _id!: Types.ObjectId;
  @Prop({ type: String, required: true }) service!: string;
  /** What could be read of the event's envelope. */
  @Prop({ type: String }) event?: string;
  @Prop({ type: String }) eventId?: string;
  @Prop({ type: Date }) at?: Date;
  @Prop({ type: Date, required: true }) deadAt!: Date;
  @Prop({ type: String, required: true }) reason!: string;
  @Prop({ type: String, enum: ['waiting', 'replayed', 'discarded'], default: 'waiting' })
  state!: DeadLetter['state'];
  /** The message, byte by byte. */
  @Prop({ type: Buffer, required: true }) content!: mongo.Binary;
  @Prop({ type: String }) messageId?: string | undefined;
  @Prop({ type: String }) contentType?: string | undefined;
  @Prop({ type: String }) type?: string | undefined;
  /** How often it had been replayed before. */
  @Prop({ type: Number, default: 0 }) replays!: number;
  @Prop({ type: DeadLetterLock }) claim?: DeadLetterLock;
  @Prop({ type: Date }) settledAt?: Date;
  @Prop({ type: String }) settledBy?: string;
  /** The command that settled it: delivered again, it changes nothing. */
  @Prop({ type: String }) settledWith?: string;
  @Prop(outboxField) outbox!: OutboxEntry[];
}

/** The indexes of the collection `dead_letters`. */
export const deadLetterIndexes: mongo.IndexDescription[] = [
  { name: 'waiting', key: { state: 1, deadAt: 1, _id: 1 } },
  // Waiting ones have no such field, and stay.
  { name: 'goes', key: { settledAt: 1 }, expireAfterSeconds: RETENTION_SECONDS },
  { name: 'outbox', key: outboxIndex },
];
