import { outboxField, outboxIndex, type OutboxEntry } from '@ctdb/chassis';
import type { DeadLetter } from '@ctdb/contracts';
import { Schema, type Connection, type Model, type mongo, type Types } from 'mongoose';

/** How long a settled letter is kept, in seconds. */
const KEPT_SECONDS = 90 * 86_400;

/** Which command resolves a dead letter, and until when no other one may. */
export interface Claim {
  /** Of the command. */
  id: string;
  until: Date;
}

/** A dead letter, as stored in `dead_letters`. */
export interface DeadLetterRecord {
  _id: Types.ObjectId;
  service: string;
  /** What could be read of the event's envelope. */
  event?: string;
  eventId?: string;
  at?: Date;
  deadAt: Date;
  reason: string;
  state: DeadLetter['state'];
  /** The message, byte by byte. */
  content: mongo.Binary;
  messageId?: string;
  contentType?: string;
  type?: string;
  /** How often it had been put back before this death. */
  replays: number;
  claim?: Claim | undefined;
  settledAt?: Date;
  settledBy?: string;
  /** The command that settled it: the same delivered again is done. */
  settledWith?: string;
  outbox: OutboxEntry[];
}

const schema = new Schema(
  {
    service: { type: String, required: true },
    event: String,
    eventId: String,
    at: Date,
    deadAt: { type: Date, required: true },
    reason: { type: String, required: true },
    state: { type: String, enum: ['waiting', 'replayed', 'discarded'], default: 'waiting' },
    content: { type: Buffer, required: true },
    messageId: String,
    contentType: String,
    type: String,
    replays: { type: Number, default: 0 },
    claim: new Schema<Claim>({ id: String, until: Date }, { _id: false, strict: 'throw' }),
    settledAt: Date,
    settledBy: String,
    settledWith: String,
    outbox: outboxField,
  },
  {
    collection: 'dead_letters',
    strict: 'throw',
    strictQuery: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
    minimize: false,
  },
);

/** The indexes of the collection `dead_letters`. */
export const deadLetterIndexes: mongo.IndexDescription[] = [
  { name: 'waiting', key: { state: 1, deadAt: 1, _id: 1 } },
  // Waiting ones have no such field, and stay.
  { name: 'goes', key: { settledAt: 1 }, expireAfterSeconds: KEPT_SECONDS },
  { name: 'outbox', key: outboxIndex },
];

/** The model of the collection `dead_letters`; made once for each connection. */
export const deadLetterModel = (connection: Connection): Model<DeadLetterRecord> =>
  (connection.models['DeadLetter'] ??
    connection.model('DeadLetter', schema)) as unknown as Model<DeadLetterRecord>;
