import { eventEnvelope, type EventContract, type EventEnvelope } from '@ctdb/contracts';
import type { ConsumeMessage } from 'amqplib';

/** An event that cannot be understood: trying again would not help. */
export class PoisonError extends Error {
  constructor(reason: string) {
    super(`the event cannot be understood: ${reason}`);
    this.name = 'PoisonError';
  }
}

/** A parsed event. */
export interface ParsedEvent {
  envelope: EventEnvelope;
  payload: unknown;
}

const decode = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new PoisonError('not JSON');
  }
};

/** The event in a message; throws {@link PoisonError}. */
export const parseEvent = (
  message: ConsumeMessage,
  eventOf: (name: string) => EventContract | undefined,
): ParsedEvent => {
  const envelope = eventEnvelope.safeParse(decode(message.content));
  if (!envelope.success) throw new PoisonError('not an event');
  const event = eventOf(envelope.data.name);
  if (!event) throw new PoisonError('nobody handles it');
  const payload = event.payload.safeParse(envelope.data.payload);
  if (!payload.success) throw new PoisonError('its payload does not fit its contract');
  return { envelope: envelope.data, payload: payload.data };
};

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** Pause before the next try after `failures` (from 0 on), in milliseconds. */
export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);

/** How often the broker has delivered the message before. */
export const failuresOf = (message: ConsumeMessage): number => {
  const count: unknown = message.properties.headers?.['x-delivery-count'];
  return typeof count === 'number' ? count : 0;
};
