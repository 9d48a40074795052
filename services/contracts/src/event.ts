import { z } from 'zod';
import { subject } from './subject.js';

/** An event that a service publishes; `name` is also the routing key. */
export interface EventContract<P extends z.ZodType = z.ZodType> {
  readonly name: `${string}.${string}.${string}.v${number}`;
  readonly payload: P;
}

/** The payload of the event `E`. */
export type PayloadOf<E extends EventContract> = z.output<E['payload']>;

/** Declares an event `service.subject.action.vN`. A changed payload needs a new version. */
export const defineEvent = <P extends z.ZodType>(contract: EventContract<P>): EventContract<P> =>
  contract;

/** Declares events about one subject, such as `billing.account`: the payload of each has `fields`, and fields of its own. */
export const eventsAbout =
  <F extends z.ZodRawShape>(about: `${string}.${string}`, fields: F) =>
  <M extends z.ZodRawShape = Record<never, never>>(action: string, more?: M) =>
    defineEvent({
      name: `${about}.${action}.v1`,
      payload: z.object({ ...fields, ...(more as M) }),
    });

/**
 * What every event carries besides its payload. `id` is unique for ever (consumers remember it),
 * `at` the moment of the change, `actor` who made it.
 */
export const eventEnvelope = z.object({
  id: z.uuid(),
  name: z.string(),
  at: z.iso.datetime(),
  actor: subject,
  requestId: z.string(),
  traceparent: z.string(),
  payload: z.unknown(),
});
/** See {@link eventEnvelope}. */
export type EventEnvelope = z.infer<typeof eventEnvelope>;

/** A part of a long text: removed, added, or the same (then its middle may be left out). */
export const textPart = z.object({ kind: z.enum(['same', 'removed', 'added']), part: z.string() });
/** See {@link textPart}. */
export type TextPart = z.infer<typeof textPart>;

/** One changed field, for the audit trail. The publisher leaves out personal data. */
export const fieldChange = z.object({
  field: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** Of long texts, instead of both. */
  difference: z.array(textPart).optional(),
});
/** See {@link fieldChange}. */
export type FieldChange = z.infer<typeof fieldChange>;
