import {
  DEAD_LETTER_EXCHANGE,
  EVENTS_EXCHANGE,
  eventSubscriptions,
  HEARTBEATS_EXCHANGE,
} from '@ctdb/contracts';
import type { Channel } from 'amqplib';

/** Names of queues and exchanges in a namespace (`MESSAGE_NAMESPACE`, may be empty). */
export class BusNames {
  readonly events: string;
  readonly deadEvents: string;
  readonly heartbeats: string;
  private readonly prefix: string;

  constructor(namespace: string) {
    this.prefix = namespace === '' ? '' : `${namespace}.`;
    this.events = `${this.prefix}${EVENTS_EXCHANGE}`;
    this.deadEvents = `${this.prefix}${DEAD_LETTER_EXCHANGE}`;
    this.heartbeats = `${this.prefix}${HEARTBEATS_EXCHANGE}`;
  }

  /** Queue of the queries of a service. */
  queries(service: string): string {
    return `${this.prefix}${service}.queries`;
  }

  /** Queue of the commands of a service. */
  commands(service: string): string {
    return `${this.prefix}${service}.commands`;
  }

  /** Queue of the events that a service consumes. */
  eventsOf(service: string): string {
    return `${this.prefix}events.${service}`;
  }

  /** Queue of the events that a service could not handle. */
  deadEventsOf(service: string): string {
    return `${this.prefix}events.${service}.dead`;
  }
}

/** How often a failed event is delivered again before it becomes a dead letter. */
export const REDELIVERY_LIMIT = 5;

/**
 * Declares the dead-letter queue of `service`. Its consumer may start before the service itself,
 * therefore both declare it.
 */
export const declareDeadLetterQueue = async (
  channel: Channel,
  names: BusNames,
  service: string,
): Promise<void> => {
  const queue = names.deadEventsOf(service);
  await channel.assertExchange(names.deadEvents, 'direct', { durable: true });
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue(queue, names.deadEvents, names.eventsOf(service));
};

/**
 * Declares the event queue of `service`, a quorum queue with a delivery limit and a dead-letter queue,
 * and binds it to `events` (routing keys). Only one consumer is active at a time, so that replicas
 * keep the order of events.
 */
export const declareEventQueue = async (
  channel: Channel,
  names: BusNames,
  service: string,
  events: readonly string[],
): Promise<void> => {
  const queue = names.eventsOf(service);
  await channel.assertExchange(names.events, 'topic', { durable: true });
  await declareDeadLetterQueue(channel, names, service);
  await channel.assertQueue(queue, {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-delivery-limit': REDELIVERY_LIMIT,
      'x-single-active-consumer': true,
      'x-dead-letter-exchange': names.deadEvents,
      'x-dead-letter-routing-key': queue,
      // The broker removes a dead letter only after the other queue has stored it.
      'x-dead-letter-strategy': 'at-least-once',
      'x-overflow': 'reject-publish',
    },
  });
  for (const event of events) await channel.bindQueue(queue, names.events, event);
};

/**
 * Declares the event queues of all services. A publisher may start before the consumers, and the
 * broker drops an event that no queue is bound to.
 */
export const declareAllEventQueues = async (channel: Channel, names: BusNames): Promise<void> => {
  await channel.assertExchange(names.events, 'topic', { durable: true });
  for (const [service, events] of Object.entries(eventSubscriptions))
    await declareEventQueue(
      channel,
      names,
      service,
      events.map(({ name }) => name),
    );
};
