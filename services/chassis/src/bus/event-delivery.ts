import { eventEnvelope, type EventContract, type EventEnvelope } from '@ctdb/contracts';
import type { ConsumeMessage } from 'amqplib';

/** An invalid event. Trying it again is useless. */
export class PoisonMessageError extends Error {
  constructor(reason: string) {
    super(`invalid event: ${reason}`);
    this.name = 'PoisonMessageError';
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
    throw new PoisonMessageError('not JSON');
  }
};

/**
 * Whether the service of the event has sent it: RabbitMQ lets each process use the routing keys of its own
 * events. A queue of a process can lead messages on under any key; RabbitMQ notes that in `x-death`.
 */
const isOfItsService = ({ fields, properties }: ConsumeMessage, name: string): boolean =>
  fields.routingKey === name && properties.headers?.['x-death'] === undefined;

/**
 * The event in a message; throws {@link PoisonMessageError}.
 * @param replays exchange by which ops alone sends events again
 */
export const parseEvent = (
  message: ConsumeMessage,
  replays: string,
  findEvent: (name: string) => EventContract | undefined,
): ParsedEvent => {
  const envelope = eventEnvelope.safeParse(decode(message.content));
  if (!envelope.success) throw new PoisonMessageError('not an event');
  if (message.fields.exchange !== replays && !isOfItsService(message, envelope.data.name))
    throw new PoisonMessageError('not sent by its service');
  const event = findEvent(envelope.data.name);
  if (!event) throw new PoisonMessageError('no handler registered');
  const payload = event.payload.safeParse(envelope.data.payload);
  if (!payload.success) throw new PoisonMessageError('payload failed contract validation');
  return { envelope: envelope.data, payload: payload.data };
};

const INITIAL_BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 5_000;

/** Pause before the next attempt after `failures` (from 0 on), in milliseconds. */
export const backoffMs = (failures: number): number =>
  Math.min(MAX_BACKOFF_MS, INITIAL_BACKOFF_MS * 2 ** failures);

/** Number of earlier deliveries of the message. */
export const deliveryCount = (message: ConsumeMessage): number => {
  const count: unknown = message.properties.headers?.['x-delivery-count'];
  return typeof count === 'number' ? count : 0;
};
