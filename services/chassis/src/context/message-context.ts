import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  ANONYMOUS,
  DEFAULT_DEADLINE_MS,
  DomainError,
  hasRole,
  isPerson,
  type Locale,
  type PersonRole,
  type Subject,
} from '@ctdb/contracts';
import { newTraceparent } from './trace-context.js';

/** Describes what is known of the message (or request, or event) that is being worked on. */
export interface MessageContext {
  subject: Subject;
  requestId: string;
  /** W3C Trace Context; the span is this hop's own. */
  traceparent: string;
  locale: Locale;
  /** When the caller stops waiting for the answer, in milliseconds since the epoch. */
  deadline: number;
  /** The client's Idempotency-Key, if any. */
  idempotencyKey?: string | undefined;
  /**
   * The id of this command; the same after a redelivery, and for every try with the same
   * Idempotency-Key. Store it as `lastCommandId` to recognise a repetition.
   */
  commandId: string;
}

const storage = new AsyncLocalStorage<MessageContext>();

/** The context of the work that this code runs for; `undefined` outside of any. */
export const currentContext = (): MessageContext | undefined => storage.getStore();

/** Runs `work`, and everything that it awaits, with `context` as {@link currentContext}. */
export const runInContext = <T>(context: MessageContext, work: () => T): T =>
  storage.run(context, work);

/** A context for work that no request asked for (schedules, first start), with a trace of its own. */
export const backgroundContext = (overrides: Partial<MessageContext> = {}): MessageContext => ({
  subject: ANONYMOUS,
  requestId: randomUUID(),
  traceparent: newTraceparent(),
  locale: 'en',
  deadline: Date.now() + DEFAULT_DEADLINE_MS,
  commandId: randomUUID(),
  ...overrides,
});

/** The person who sent the call; throws `FORBIDDEN` unless the role is `minimum` or higher. */
export const requireRole = ({ subject }: Pick<MessageContext, 'subject'>, minimum: PersonRole) => {
  if (!isPerson(subject) || !hasRole(subject, minimum)) throw new DomainError('FORBIDDEN');
  return subject;
};
