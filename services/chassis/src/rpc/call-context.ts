import type { Locale, MessageContract, Subject } from '@ctdb/contracts';

/** On whose behalf, and within what, a call is made. A `MessageContext` is one. */
export interface CallContext {
  subject: Subject;
  requestId: string;
  traceparent: string;
  locale: Locale;
  idempotencyKey?: string;
  /** Milliseconds that the caller waits; the contract's own limit without it. */
  deadlineMs?: number;
  /** Moment (milliseconds since the epoch) when the caller's own caller gives up. */
  deadline?: number;
}

/** When nobody waits for the answer any more, in milliseconds since the epoch. */
export const deadlineOf = (contract: MessageContract, context: CallContext): number =>
  Math.round(
    Math.min(
      Date.now() + (context.deadlineMs ?? contract.deadlineMs),
      context.deadline ?? Number.POSITIVE_INFINITY,
    ),
  );
