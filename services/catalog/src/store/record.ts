import { outboxField, type OutboxEntry } from '@ctdb/chassis';
import { Schema, type Connection, type Model, type SchemaDefinition, type Types } from 'mongoose';
import type { IdempotencyMark } from './idempotency.js';

/** What every record of ours carries beside its own fields. */
export interface StoredRecord {
  _id: Types.ObjectId;
  createdAt: Date;
  /** Counts changes, the deletion and the restoring among them. */
  version: number;
  deletedAt: Date | null;
  /** Marks of the last commands that changed it; a redelivered one is recognised by them. */
  recentCommands: string[];
  idempotency?: IdempotencyMark | undefined;
  outbox: OutboxEntry[];
}

/** How many commands a record remembers. */
export const REMEMBERED_COMMANDS = 10;

const idempotency = new Schema<IdempotencyMark>(
  { key: String, requestHash: String, at: Date },
  { _id: false, strict: 'throw' },
);

/** The schema of one collection; unknown fields and unknown filter paths throw. */
export const recordSchema = (collection: string, fields: SchemaDefinition): Schema =>
  new Schema(
    {
      ...fields,
      createdAt: { type: Date, required: true },
      version: { type: Number, required: true },
      deletedAt: { type: Date, default: null },
      recentCommands: [String],
      idempotency,
      outbox: outboxField,
    },
    {
      collection,
      strict: 'throw',
      strictQuery: 'throw',
      versionKey: false,
      autoIndex: false,
      autoCreate: false,
      minimize: false,
    },
  );

/** The model of a collection on this connection; made once, shared by all who ask. */
export const modelOf = <D>(connection: Connection, name: string, schema: Schema): Model<D> =>
  (connection.models[name] ?? connection.model(name, schema)) as unknown as Model<D>;

/** The common fields of a record that comes into being. */
export const newRecord = (
  id: Types.ObjectId,
  entry: OutboxEntry | undefined,
  idempotencyMark: IdempotencyMark | undefined,
  now: Date,
): StoredRecord => ({
  _id: id,
  createdAt: now,
  version: 1,
  deletedAt: null,
  recentCommands: [],
  ...(idempotencyMark && { idempotency: idempotencyMark }),
  outbox: entry ? [entry] : [],
});
