import { createHash } from 'node:crypto';
import type { MessageContext } from '@ctdb/chassis';
import { IDEMPOTENCY_HOURS, type Subject } from '@ctdb/contracts';

/** What a record remembers of the request that created it. */
export interface IdempotencyMark {
  key: string;
  requestHash: string;
  at: Date;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Names a subject in stored records: an administrator's account, a purchase, or nobody. */
export const subjectKey = (subject: Subject): string =>
  subject.role === 'anonymous' ? 'anonymous' : `${subject.role}:${subject.id}`;

/**
 * The mark of a request that carries an idempotency key; keys of different subjects never meet.
 * Requests come from their schema, hence with their fields always in the same order.
 */
export const idempotencyMark = (
  context: Pick<MessageContext, 'subject' | 'idempotencyKey'>,
  request: object,
  now = new Date(),
): IdempotencyMark | undefined =>
  context.idempotencyKey === undefined
    ? undefined
    : {
        key: sha256(`${subjectKey(context.subject)}\n${context.idempotencyKey}`),
        requestHash: sha256(JSON.stringify(request)),
        at: now,
      };

/** Marks set before this moment are forgotten. */
export const idempotencyHorizon = (now = new Date()): Date =>
  new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);
