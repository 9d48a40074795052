import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  CALLS_EXCHANGE,
  DEAD_LETTER_EXCHANGE,
  EVENTS_EXCHANGE,
  eventSubscriptions,
  HEARTBEATS_EXCHANGE,
  REPLIES_EXCHANGE,
  type ServiceName,
  serviceNames,
} from '@ctdb/contracts';
import type { Channel, Options } from 'amqplib';
import { CHASSIS_CONFIG } from '../chassis.options.js';
import type { ChassisConfig } from '../config/chassis-env.js';

/** The user of an address of RabbitMQ. */
export const readUser = (url: string): string =>
  decodeURIComponent(new URL(url).username) || 'guest';

const processUsers = new Set([
  'gateway',
  ...serviceNames.flatMap((service) => [service, `${service}-worker`]),
]);

/**
 * Whether `user` is of no process alone: the broker's administrator, whom processes share where they have no own
 * users. He may do everything there, so he is taken for any process.
 */
export const isShared = (user: unknown): boolean =>
  typeof user === 'string' && !processUsers.has(user);

/** Whether `user` is that of a process of `service`: `media` and `media-worker`, for example; or shared. */
export const isUserOf = (service: string, user: unknown): boolean =>
  user === service || user === `${service}-worker` || isShared(user);

/** Names of queues and exchanges in a namespace (`MESSAGE_NAMESPACE`, may be empty). */
@Injectable()
export class BusNames {
  readonly calls: string;
  readonly replies: string;
  readonly events: string;
  readonly deadEvents: string;
  readonly heartbeats: string;
  private readonly prefix: string;

  constructor(@Inject(CHASSIS_CONFIG) config: Pick<ChassisConfig, 'MESSAGE_NAMESPACE'>) {
    const namespace = config.MESSAGE_NAMESPACE;
    this.prefix = namespace === '' ? '' : `${namespace}.`;
    this.calls = `${this.prefix}${CALLS_EXCHANGE}`;
    this.replies = `${this.prefix}${REPLIES_EXCHANGE}`;
    this.events = `${this.prefix}${EVENTS_EXCHANGE}`;
    this.deadEvents = `${this.prefix}${DEAD_LETTER_EXCHANGE}`;
    this.heartbeats = `${this.prefix}${HEARTBEATS_EXCHANGE}`;
  }

  /** Queue of the queries of a service. */
  queries = (service: string): string => `${this.prefix}${service}.queries`;

  /** Queue of the commands of a service. */
  commands = (service: string): string => `${this.prefix}${service}.commands`;

  /** Queue of the events that a service consumes. */
  eventsOf = (service: string): string => `${this.prefix}events.${service}`;

  /** Queue of the events that a service could not handle. */
  deadEventsOf = (service: string): string => `${this.prefix}events.${service}.dead`;

  /** Exchange by which events that a service could not handle come back to it. */
  replaysOf = (service: string): string => `${this.prefix}events.${service}.replayed`;

  /** A new queue of one process, for replies and the like; `user` is its user at the broker. */
  privateQueue = (user: string): string => `${this.prefix}private.${user}.${randomUUID()}`;

  /** Whether `queue` is a private one of `user`. */
  isPrivateQueue = (queue: string, user: unknown): boolean =>
    queue.startsWith(`${this.prefix}private.${String(user)}.`);
}

/** Arguments of a queue that one process has for itself. The broker deletes it with the connection. */
export const privateQueueOptions = {
  exclusive: true,
  arguments: { 'x-queue-type': 'classic' },
} as const;

type Step = (channel: Channel) => Promise<unknown>;

/** Something at the broker that is declared where it is missing, by processes that may. */
export interface Declaration {
  /** Rejects where something is missing, or where the process has no right to any of it. */
  check: Step;
  declare: Step;
}

/** Several of them, one after the other. */
const inOrder = (...parts: readonly Declaration[]): Declaration => ({
  check: async (channel) => {
    for (const { check } of parts) await check(channel);
  },
  declare: async (channel) => {
    for (const { declare } of parts) await declare(channel);
  },
});

const exchange = (name: string, type: string, options: Options.AssertExchange): Declaration => ({
  check: (channel) => channel.checkExchange(name),
  declare: (channel) => channel.assertExchange(name, type, options),
});

/** The exchanges that all processes use. Where processes have own users, the installation makes them. */
export const sharedExchanges = ({ calls, replies, events, heartbeats }: BusNames): Declaration =>
  inOrder(
    exchange(calls, 'topic', { durable: true }),
    exchange(replies, 'topic', { durable: true }),
    exchange(events, 'topic', { durable: true }),
    exchange(heartbeats, 'fanout', { durable: false }),
  );

/** How often a failed event is delivered again before it becomes a dead letter. */
export const REDELIVERY_LIMIT = 5;

/** The dead-letter queue of `service`, of which the consumer may start before the service itself. */
export const deadLetterQueue = (names: BusNames, service: string): Declaration => {
  const queue = names.deadEventsOf(service);
  return {
    check: (channel) => channel.checkQueue(queue),
    declare: async (channel) => {
      await channel.assertExchange(names.deadEvents, 'direct', { durable: true });
      await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
      await channel.bindQueue(queue, names.deadEvents, names.eventsOf(service));
    },
  };
};

/**
 * The event queue of `service`, a quorum queue with a delivery limit and a dead-letter queue. Only one
 * consumer is active at a time, so that replicas keep the order of events.
 */
export const eventQueue = (names: BusNames, service: string): Declaration => {
  const queue = names.eventsOf(service);
  const replays = names.replaysOf(service);
  return inOrder(
    deadLetterQueue(names, service),
    {
      check: (channel) => channel.checkQueue(queue),
      declare: async (channel) => {
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
        for (const { name } of eventSubscriptions[service as ServiceName] ?? [])
          await channel.bindQueue(queue, names.events, name);
      },
    },
    {
      // Last: it shows that the process before was not killed before all events were bound.
      check: (channel) => channel.checkExchange(replays),
      declare: async (channel) => {
        await channel.assertExchange(replays, 'fanout', { durable: true });
        await channel.bindQueue(queue, replays, '');
      },
    },
  );
};

/**
 * The event queues of all services. A publisher may start before the consumers, and the broker drops an
 * event that no queue is bound to.
 */
export const allEventQueues = (names: BusNames): Declaration =>
  inOrder(...Object.keys(eventSubscriptions).map((service) => eventQueue(names, service)));
