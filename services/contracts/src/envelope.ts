import { z } from 'zod';
import { locale } from './locale.js';
import { wireError } from './wire-errors.js';

/** Name of the topic exchange that carries events. */
export const EVENTS_EXCHANGE = 'events';
/** Name of the exchange by which processes tell that they are there. */
export const HEARTBEATS_EXCHANGE = 'heartbeats';
/** Name of the topic exchange that carries calls; the routing key is the name of the queue. */
export const CALLS_EXCHANGE = 'calls';
/** Name of the topic exchange that carries replies; the routing key is the name of the caller's queue. */
export const REPLIES_EXCHANGE = 'replies';
/** Name of the exchange that takes what a consumer gave up. */
export const DEAD_LETTER_EXCHANGE = 'events.dead';

/**
 * AMQP headers of a request. `auth` is the gateway's service token (a JWT that carries the subject), empty
 * in calls that a service sends by itself,
 * `deadline` the time after which the caller no longer waits (milliseconds since the epoch),
 * `traceparent` as in W3C Trace Context.
 */
export const requestHeaders = z.object({
  auth: z.string(),
  requestId: z.string().max(200),
  traceparent: z.string().max(100),
  locale,
  deadline: z.number().int(),
  idempotencyKey: z.string().max(200).optional(),
});
/** See {@link requestHeaders}. */
export type RequestHeaders = z.infer<typeof requestHeaders>;

/** The body of every reply: data, or an error code with parameters. */
export const reply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({ ok: z.literal(false), error: wireError }),
]);
/** See {@link reply}. */
export type Reply = z.infer<typeof reply>;
