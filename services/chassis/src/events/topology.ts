import { eventTakers } from '@ctdb/contracts';
import type { Channel } from 'amqplib';
import type { AmqpNames } from '../amqp/names.js';

/** How often a failed event is delivered again before it is given up. */
export const REDELIVERY_LIMIT = 5;

/**
 * Declares where the dead letters of `service` go. Whoever takes them may come before the service
 * itself, so both declare it.
 */
export const declareDeadLetters = async (
  channel: Channel,
  names: AmqpNames,
  service: string,
): Promise<void> => {
  const dead = names.deadEventsOf(service);
  await channel.assertExchange(names.deadEvents, 'direct', { durable: true });
  await channel.assertQueue(dead, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue(dead, names.deadEvents, names.eventsOf(service));
};

/**
 * Declares what `service` needs to consume `events` (routing keys): its quorum queue with a delivery
 * limit, and where the queue's dead letters go. Only one consumer of a queue is active at a time,
 * so that replicas keep the order of events.
 */
export const declareEvents = async (
  channel: Channel,
  names: AmqpNames,
  service: string,
  events: readonly string[],
): Promise<void> => {
  const queue = names.eventsOf(service);
  await channel.assertExchange(names.events, 'topic', { durable: true });
  await declareDeadLetters(channel, names, service);
  await channel.assertQueue(queue, {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-delivery-limit': REDELIVERY_LIMIT,
      'x-single-active-consumer': true,
      'x-dead-letter-exchange': names.deadEvents,
      'x-dead-letter-routing-key': queue,
      // The broker forgets a dead letter only once the other queue has it.
      'x-dead-letter-strategy': 'at-least-once',
      'x-overflow': 'reject-publish',
    },
  });
  for (const event of events) await channel.bindQueue(queue, names.events, event);
};

/**
 * Declares where the events go, as each of those who take them does it: whoever publishes may come
 * first, and the broker drops an event that no queue is bound to.
 */
export const declareEventTakers = async (channel: Channel, names: AmqpNames): Promise<void> => {
  for (const [service, events] of Object.entries(eventTakers))
    await declareEvents(
      channel,
      names,
      service,
      events.map(({ name }) => name),
    );
};
