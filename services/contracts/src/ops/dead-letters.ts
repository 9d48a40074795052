import { z } from 'zod';
import { access } from '../authorisation.js';
import { endpoint } from '../endpoint.js';
import { eventsAbout } from '../event.js';
import { byId, objectId, ofRecord, paged, timestamp } from '../records.js';
import { PAGE_SIZE } from '../constants/limits.js';

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

/** The waiting ones, oldest first; or the settled ones, newest first. */
export const listDeadLetters = endpoint('GET /api/dead-letters', {
  summary: 'Lists dead letters',
  access: access.from('admin'),
  message: 'ops.dead-letters.list',
  ...paged(deadLetter, PAGE_SIZE, { settled: z.enum(['true', 'false']).optional() }),
});

/** One of them. */
export const getDeadLetter = endpoint('GET /api/dead-letters/{id}', {
  summary: 'One of them with what it says, masked',
  access: access.from('admin'),
  ...ofRecord,
  message: 'ops.dead-letters.get',
  reply: deadLetterDetail,
});

/** Publishes it to its original queue again. */
export const replayDeadLetter = endpoint('POST /api/dead-letters/{id}/replay', {
  summary: 'Replays a dead letter',
  access: access.from('admin'),
  params: byId,
  errors: ['NOT_FOUND', 'ALREADY_SETTLED'],
  message: 'ops.dead-letters.replay',
});

/** Discards it; it stays in the list of settled ones for 90 days. */
export const discardDeadLetter = endpoint('POST /api/dead-letters/{id}/discard', {
  summary: 'Discards a dead letter',
  access: access.from('admin'),
  params: byId,
  errors: ['NOT_FOUND', 'ALREADY_SETTLED'],
  message: 'ops.dead-letters.discard',
});

const event = eventsAbout('ops.dead-letter', {
  deadLetterId: objectId,
  service: z.string(),
  event: z.string().optional(),
});

/** What is done with dead letters, for the audit trail. */
export const deadLetterEvents = { replayed: event('replayed'), discarded: event('discarded') };
