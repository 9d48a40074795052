import { z } from 'zod';
import { defineCommand, defineQuery, done } from '../command.js';
import { defineEvent } from '../event.js';
import { objectId, timestamp } from '../ids.js';
import { pageOf } from '../paging.js';
import { MAX_PAGE_LIMIT } from '../vocabulary/limits.js';

/** An event that a service gave up, as administrators see it. */
export const deadLetter = z.object({
  id: objectId,
  /** Whose queue it was in. */
  service: z.string(),
  /** The event's name; what cannot be read has none. */
  event: z.string().optional(),
  eventId: z.string().optional(),
  /** When it happened, and when it was given up. */
  at: timestamp.optional(),
  deadAt: timestamp,
  /** RabbitMQ's: `rejected`, `delivery_limit`, `expired`, `maxlen`. */
  reason: z.string(),
  state: z.enum(['waiting', 'replayed', 'discarded']),
  settledAt: timestamp.optional(),
  settledBy: z.string().optional(),
});
/** See {@link deadLetter}. */
export type DeadLetter = z.infer<typeof deadLetter>;

/** A dead letter with what it says: values that can be personal are masked. */
export const deadLetterDetail = deadLetter.extend({
  /** JSON, at most 20 kB of it; empty where what came is no JSON. */
  content: z.string(),
  isCut: z.boolean(),
  /** Bytes of the whole message. */
  size: z.number().int().min(0),
});
/** See {@link deadLetterDetail}. */
export type DeadLetterDetail = z.infer<typeof deadLetterDetail>;

/** Those that wait, oldest first; or the settled ones, newest first. */
export const listDeadLetters = defineQuery({
  name: 'ops.dead-letters.list',
  request: z.strictObject({
    page: z.number().int().min(1),
    limit: z.number().int().min(1).max(MAX_PAGE_LIMIT),
    settled: z.boolean(),
  }),
  reply: pageOf(deadLetter),
});

/** One of them. `NOT_FOUND` (kind deadLetter). */
export const getDeadLetter = defineQuery({
  name: 'ops.dead-letters.get',
  request: z.strictObject({ id: objectId }),
  reply: deadLetterDetail,
});

/** Puts it back into the queue that it came from. `NOT_FOUND`, `ALREADY_SETTLED`. */
export const replayDeadLetter = defineCommand({
  name: 'ops.dead-letters.replay',
  request: z.strictObject({ id: objectId }),
  reply: done,
});

/** Gives it up for good; it stays in the list of settled ones for 90 days. `NOT_FOUND`, `ALREADY_SETTLED`. */
export const discardDeadLetter = defineCommand({
  name: 'ops.dead-letters.discard',
  request: z.strictObject({ id: objectId }),
  reply: done,
});

const deadLetterFact = z.object({
  deadLetterId: objectId,
  service: z.string(),
  event: z.string().optional(),
});

/** What is done with dead letters, for the audit trail. */
export const deadLetterEvents = {
  replayed: defineEvent({ name: 'ops.dead-letter.replayed.v1', payload: deadLetterFact }),
  discarded: defineEvent({ name: 'ops.dead-letter.discarded.v1', payload: deadLetterFact }),
};
