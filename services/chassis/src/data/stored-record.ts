import { hash } from 'node:crypto';
import { IDEMPOTENCY_HOURS, TRASH_RETENTION_DAYS } from '@ctdb/contracts';
import type { DynamicModule, Type } from '@nestjs/common';
import { MongooseModule, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types, type mongo, type SchemaOptions } from 'mongoose';
import { z } from 'zod';
import type { MessageContext } from '../context/message-context.js';
import { outboxField, outboxIndex, type OutboxEntry } from './outbox-entry.js';
import { subjectKey } from './ids.js';

const RETENTION_MS = TRASH_RETENTION_DAYS * 86_400_000;

/** How many commands a record recognises. */
export const MAX_RECENT_COMMANDS = 10;

/**
 * Sort by it whatever is read in several batches: an unsorted cursor of FerretDB goes by the place
 * of a document on disk, and may skip or repeat a document that is updated meanwhile.
 */
export const STABLE_ORDER = { _id: 1 } as const;

/** Keeps what a record remembers of the request that created it. */
@Schema({ _id: false, strict: 'throw' })
export class IdempotencyRecord {
  @Prop({ type: String }) key!: string;
  @Prop({ type: String }) requestHash!: string;
  @Prop({ type: Date }) at!: Date;
}

/** Declares what every record carries beside its own fields; see {@link RecordRepository} for an example. */
@Schema()
export abstract class StoredRecord {
  _id!: Types.ObjectId;
  @Prop({ type: Date, required: true }) createdAt!: Date;
  /** Counts changes, the deletion and the restoring among them. */
  @Prop({ type: Number, required: true }) version!: number;
  @Prop({ type: Date, default: null }) deletedAt!: Date | null;
  /** Fingerprints of the last commands that changed the record. */
  @Prop({ type: [String] }) recentCommands!: string[];
  @Prop({ type: IdempotencyRecord }) idempotency?: IdempotencyRecord | undefined;
  @Prop(outboxField) outbox!: OutboxEntry[];
}

/** Options for `@Schema`: unknown fields and unknown filter paths throw, indexes are made by name. */
export const recordOptions = (collection: string): SchemaOptions => ({
  collection,
  strict: 'throw',
  strictQuery: 'throw',
  versionKey: false,
  autoIndex: false,
  autoCreate: false,
  minimize: false,
});

/** The models of record classes, for `imports`; injected by `@InjectModel(ShelfRecord.name)`. */
export const recordModels = (...records: readonly Type[]): DynamicModule =>
  MongooseModule.forFeature(
    records.map((record) => ({ name: record.name, schema: SchemaFactory.createForClass(record) })),
  );

/** Indexes that every collection of records needs. */
export const recordIndexes: mongo.IndexDescription[] = [
  {
    name: 'idempotencyKey',
    key: { 'idempotency.key': 1 },
    unique: true,
    partialFilterExpression: { 'idempotency.key': { $exists: true } },
  },
  { name: 'trash', key: { deletedAt: -1 } },
  { name: 'outbox', key: outboxIndex },
];

const toProp = (name: string, schema: z.core.$ZodType, isOptional = false): object => {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return toProp(name, schema.def.innerType, true);
  const required = !isOptional;
  if (schema instanceof z.ZodString) return { type: String, required };
  if (schema instanceof z.ZodEnum) return { type: String, enum: schema.options, required };
  if (schema instanceof z.ZodNumber) return { type: Number, required };
  if (schema instanceof z.ZodBoolean) return { type: Boolean, required };
  throw new Error(`the field ${name} needs a @Prop of its own`);
};

/**
 * A class to extend: `base` with the fields of a contract (texts, numbers, booleans, enumerations),
 * so that a new field is declared in the contract alone. Throws for any other type.
 */
export const withContractFields = <R extends StoredRecord, S extends z.ZodObject>(
  base: abstract new () => R,
  contract: S,
): abstract new () => R & z.output<S> => {
  abstract class WithFields extends (base as abstract new () => StoredRecord) {}
  for (const [name, schema] of Object.entries(contract.shape))
    Prop(toProp(name, schema))(WithFields.prototype, name);
  Schema()(WithFields);
  return WithFields as unknown as abstract new () => R & z.output<S>;
};

/** The common fields of a record that comes into being. */
export const newRecord = (
  id: Types.ObjectId,
  createdAt: Date,
  event?: OutboxEntry,
  idempotency?: IdempotencyRecord,
): StoredRecord => ({
  _id: id,
  createdAt,
  version: 1,
  deletedAt: null,
  recentCommands: [],
  ...(idempotency && { idempotency }),
  outbox: event ? [event] : [],
});

/**
 * Returns what to remember of a request that carries an idempotency key; keys of different subjects never
 * meet. `request` comes from its schema, hence with its fields always in the same order.
 */
export const idempotencyRecord = (
  context: Pick<MessageContext, 'subject' | 'idempotencyKey'>,
  request: object,
  now = new Date(),
): IdempotencyRecord | undefined => {
  const { subject, idempotencyKey } = context;
  if (idempotencyKey === undefined) return undefined;
  const key = hash('sha256', `${subjectKey(subject)}\n${idempotencyKey}`, 'base64url');
  return { key, requestHash: hash('sha256', JSON.stringify(request), 'base64url'), at: now };
};

/** Idempotency keys set before this moment have expired. */
export const idempotencyCutoff = (now = new Date()): Date =>
  new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);

/** Records deleted at this moment or before are purged. */
export const purgeCutoff = (now: Date): Date => new Date(now.getTime() - RETENTION_MS);

/** When a record deleted at `deletedAt` is purged. */
export const purgeAt = (deletedAt: Date): Date => new Date(deletedAt.getTime() + RETENTION_MS);

/** Bookkeeping of a record that no contract shows. */
const internalFields = new Set(['outbox', 'recentCommands', 'idempotency']);

const toWire = (value: unknown): unknown => {
  if (value instanceof Types.ObjectId) return value.toHexString();
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([name]) => !internalFields.has(name));
  return Object.fromEntries(
    shown.map(([name, field]) => [name === '_id' ? 'id' : name, toWire(field)]),
  );
};

/**
 * A record as its contract shows it: `_id` as `id`, ids as hex, moments as ISO 8601; fields that
 * the contract does not declare are stripped. Throws where a field does not fit.
 */
export const toContract = <S extends z.ZodType>(contract: S, record: object): z.output<S> =>
  contract.parse(toWire(record));
