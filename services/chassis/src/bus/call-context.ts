import { createHash, randomUUID } from 'node:crypto';
import { isPerson, type Locale, type MessageContract, type Subject } from '@ctdb/contracts';

/** Subject and limits of a call. Every `MessageContext` is one. */
export interface CallContext {
  subject: Subject;
  requestId: string;
  traceparent: string;
  locale: Locale;
  idempotencyKey?: string;
  /** Milliseconds that the caller waits; default: the contract's own limit. */
  deadlineMs?: number;
  /** Deadline of the caller's own caller, in milliseconds since the epoch. */
  deadline?: number;
}

/** The deadline of a call, in milliseconds since the epoch. */
export const computeDeadline = (contract: MessageContract, context: CallContext): number =>
  Math.round(
    Math.min(
      Date.now() + (context.deadlineMs ?? contract.deadlineMs),
      context.deadline ?? Number.POSITIVE_INFINITY,
    ),
  );

/**
 * The id of a call. With an Idempotency-Key it is derived from key, message and subject, so that
 * every try of the same command has the same id; without one it is random.
 */
export const getCommandId = (
  contractName: string,
  subject: Subject,
  idempotencyKey?: string,
): string => {
  if (idempotencyKey === undefined) return randomUUID();
  const subjectId = subject.role === 'anonymous' ? '' : subject.id;
  // Replicas of versions without roles know every person as `admin`.
  const role = isPerson(subject) ? 'admin' : subject.role;
  // JSON separates the parts, whatever characters they contain.
  const parts = JSON.stringify([idempotencyKey, contractName, role, subjectId]);
  return createHash('sha256').update(parts).digest('hex');
};
