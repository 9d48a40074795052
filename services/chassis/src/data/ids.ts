import { hash } from 'node:crypto';
import { isPerson, type Subject } from '@ctdb/contracts';
import { Types } from 'mongoose';
import type { MessageContext } from '../context/message-context.js';

/** An id of ours as the database keeps it; throws unless it has 24 hex digits. */
export const toObjectId = (id: string): Types.ObjectId => Types.ObjectId.createFromHexString(id);

/** The same seed gives the same id, so that a repeated insertion meets the first record. */
export const deterministicId = (collection: string, seed: string): Types.ObjectId =>
  new Types.ObjectId(hash('sha256', `${collection}\n${seed}`, 'buffer').subarray(0, 12));

/** The same seed gives the same UUID (version 8: of our own making). */
export const deterministicUuid = (kind: string, seed: string): string => {
  const hex = hash('sha256', `${kind}\n${seed}`);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
};

/**
 * A record recognises by it a command that has changed it before. A redelivered command brings the
 * same request; another request under the same id (a reused idempotency key) is another command.
 */
export const commandFingerprint = (
  { commandId }: Pick<MessageContext, 'commandId'>,
  name: string,
  request: object,
): string => hash('sha256', JSON.stringify([commandId, name, request]), 'base64url').slice(0, 22);

/**
 * The id of the record that a command creates: derived from the command, so that a redelivered one
 * meets its first record. An idempotency key has a unique index for that, and a shorter life than
 * its record: then the id is random.
 */
export const newRecordId = (
  context: Pick<MessageContext, 'commandId' | 'idempotencyKey'>,
  collection: string,
): Types.ObjectId =>
  context.idempotencyKey === undefined
    ? deterministicId(collection, context.commandId)
    : new Types.ObjectId();

/**
 * Names a subject in stored records: `admin:<account>` whatever the role of the person, so that what a
 * person has entered stays the person's own; `pass:<purchase>` or `anonymous`.
 */
export const subjectKey = (subject: Subject): string => {
  if (subject.role === 'anonymous') return 'anonymous';
  return `${isPerson(subject) ? 'admin' : subject.role}:${subject.id}`;
};

/**
 * Names the practice that owns the records of a subject: `practice:<id>` of a buyer, whatever purchase
 * runs, else as {@link subjectKey}.
 */
export const practiceKey = (subject: Subject): string =>
  subject.role === 'pass' ? `practice:${subject.practice}` : subjectKey(subject);
