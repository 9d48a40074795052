import { createHash } from 'node:crypto';
import type { MessageContext } from '@ctdb/chassis';
import { Types } from 'mongoose';
import { derivedId } from './ids.js';

type CommandContext = Pick<MessageContext, 'commandId' | 'idempotencyKey'>;

/**
 * By this a record recognises a command that has changed it before. A redelivered command brings
 * the same request; another request under the same id (a reused idempotency key) is another command.
 */
export const commandMark = (context: CommandContext, name: string, request: object): string =>
  createHash('sha256')
    .update(JSON.stringify([context.commandId, name, request]))
    .digest('base64url')
    .slice(0, 22);

/**
 * The id of the record that a command creates: derived from the command, so that a redelivered one
 * meets its first record. An idempotency key has a unique index of its own for that, and outlives
 * its record's day: then any new id will do.
 */
export const newRecordId = (context: CommandContext, collection: string): Types.ObjectId =>
  context.idempotencyKey === undefined
    ? derivedId(collection, context.commandId)
    : new Types.ObjectId();
