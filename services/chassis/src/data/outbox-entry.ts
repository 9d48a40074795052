import { randomUUID } from 'node:crypto';
import {
  toSentSubject,
  type EventContract,
  type EventEnvelope,
  type PayloadOf,
} from '@ctdb/contracts';
import { Schema, type SchemaDefinitionProperty, type Types } from 'mongoose';
import { backgroundContext, currentContext } from '../context/message-context.js';

/** An event that waits, inside the document that it tells of, to be published. */
export type OutboxEntry = EventEnvelope;

/** A stored document with the entries that it has not published yet, the oldest first. */
export interface OutboxDocument {
  _id: Types.ObjectId | string;
  outbox: readonly OutboxEntry[];
}

/** Publishes the entries of the stored documents; the bus provides it. */
export abstract class OutboxRelay {
  /** Requests a run; call it after the write. Without it the entry is published within 2 s. */
  abstract relaySoon(): void;

  /**
   * Publishes the entries of a document as it was just written. It is {@link relaySoon} without a
   * search for them in the database.
   */
  abstract relayDocument(collection: string, document: OutboxDocument): void;
}

/** Name of the array field that holds {@link OutboxEntry}s. */
export const OUTBOX_FIELD = 'outbox';

/**
 * The mongoose type of the field `outbox`: `new Schema({ …, outbox: outboxField })`.
 * Add `schema.index(outboxIndex)`, by which the relay finds what is to be published.
 */
export const outboxField: SchemaDefinitionProperty = { type: [Schema.Types.Mixed], default: [] };

/** See {@link outboxField}. */
export const outboxIndex = { 'outbox.id': 1 } as const;

/**
 * An event to be stored in the same write as the change that it tells of. Actor, request id and
 * trace are those of the current work. Throws when the payload does not fit the contract.
 */
export const outboxEntry = <E extends EventContract>(
  event: E,
  payload: PayloadOf<E>,
): OutboxEntry => {
  const { subject, requestId, traceparent } = currentContext() ?? backgroundContext();
  return {
    id: randomUUID(),
    name: event.name,
    at: new Date().toISOString(),
    actor: toSentSubject(subject),
    requestId,
    traceparent,
    payload: event.payload.parse(payload),
  };
};
