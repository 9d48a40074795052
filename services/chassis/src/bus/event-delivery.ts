import { eventEnvelope, type EventContract } from '@ctdb/contracts';
import type { ConsumeMessage } from 'amqplib';
import { parseJson } from './request.js';

/** An invalid event. Trying it again is useless. */
export class PoisonMessageError extends Error {
  constructor(reason: string) {
    super(`invalid event: ${reason}`);
    this.name = 'PoisonMessageError';
  }
}

/** An event that its service has not sent. It is not kept: a dead letter that is replayed counts as sent by it. */
export class ForgedMessageError extends Error {
  constructor() {
    super('event not sent by its service');
    this.name = 'ForgedMessageError';
  }
}

/** Exchanges by which events come: from their services, and by `replays` again, from ops alone. */
export type EventExchanges = Readonly<Record<'events' | 'replays', string>>;

/**
 * Whether the service of the event has sent it: RabbitMQ lets each process use the routing keys of its own
 * events. A process can lead messages on under any key from an exchange of its own, which the message names,
 * and from a queue of its own, which RabbitMQ notes in `x-death`.
 */
const isOfItsService = (
  { fields, properties }: ConsumeMessage,
  name: string,
  { events }: EventExchanges,
): boolean =>
  fields.exchange === events &&
  fields.routingKey === name &&
  properties.headers?.['x-death'] === undefined;

/** The event in a message; throws {@link PoisonMessageError} or {@link ForgedMessageError}. */
export const parseEvent = (
  message: ConsumeMessage,
  exchanges: EventExchanges,
  findEvent: (name: string) => EventContract | undefined,
) => {
  const envelope = eventEnvelope.safeParse(parseJson(message.content));
  if (!envelope.success) throw new PoisonMessageError('not an event');
  const isReplay = message.fields.exchange === exchanges.replays;
  if (!isReplay && !isOfItsService(message, envelope.data.name, exchanges))
    throw new ForgedMessageError();
  const event = findEvent(envelope.data.name);
  if (!event) throw new PoisonMessageError('no handler registered');
  const payload = event.payload.safeParse(envelope.data.payload);
  if (!payload.success) throw new PoisonMessageError('payload failed contract validation');
  return { envelope: envelope.data, payload: payload.data };
};

/** Pauses between attempts, in milliseconds; a test may shorten them. */
export const eventTiming = { initialBackoffMs: 200, maxBackoffMs: 5_000 };

/** Pause before the next attempt after `failures` (from 0 on), in milliseconds. */
export const backoffMs = (failures: number): number =>
  Math.min(eventTiming.maxBackoffMs, eventTiming.initialBackoffMs * 2 ** failures);

/** Number of earlier deliveries of the message. */
export const deliveryCount = (message: ConsumeMessage): number => {
  const count: unknown = message.properties.headers?.['x-delivery-count'];
  return typeof count === 'number' ? count : 0;
};
