import { Inject, Injectable } from '@nestjs/common';
import { ServerRMQ } from '@nestjs/microservices';
import type { ChannelWrapper } from 'amqp-connection-manager';
import type { Channel, ConsumeMessage } from 'amqplib';
import { CHASSIS_OPTIONS, type ChassisOptions } from '../chassis.options.js';
import { Acknowledger } from './acknowledger.js';
import { AmqpConnection, consumeQueue, waitUntilClosed } from './connection.js';
import { EventProcessor } from './event-processor.js';
import { getExtras } from './handlers.js';
import { InFlightTracker } from './in-flight-tracker.js';
import { RequestProcessor } from './request-processor.js';
import { BusNames, eventQueue } from './topology.js';

/** How long running work may continue after the stop. */
const DRAIN_TIMEOUT_MS = 20_000;
/** Messages that one process works on at a time. Others stay in RabbitMQ. */
const COMMAND_CONCURRENCY = 32;
const QUERY_CONCURRENCY = 256;
/** With more than one, a failed event would come back after its successors. */
const ORDERED_EVENT_CONCURRENCY = 1;
const EVENT_CONCURRENCY = 64;

/**
 * Nest's RabbitMQ server for all that a service consumes: the queues of its queries, commands and
 * events. It differs from the stock one in what that one cannot do: it checks tokens, contracts and
 * deadlines, acknowledges after the work, drains before it closes, and recovers a closed channel.
 */
@Injectable()
export class BusServer extends ServerRMQ {
  private readonly inFlight = new InFlightTracker();
  private readonly channels: ChannelWrapper[] = [];
  /** By queue. */
  private readonly cancels = new Map<string, () => Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly connection: AmqpConnection,
    private readonly names: BusNames,
    @Inject(CHASSIS_OPTIONS) private readonly chassis: ChassisOptions,
    private readonly requests: RequestProcessor,
    private readonly events: EventProcessor,
  ) {
    super({});
  }

  /** Nest calls it for each marked method. */
  override addHandler(...parameters: Parameters<ServerRMQ['addHandler']>): void {
    const [pattern, , isEvent] = parameters;
    if (!isEvent && this.messageHandlers.has(String(pattern)))
      throw new Error(`two methods answer ${String(pattern)}`);
    super.addHandler(...parameters);
  }

  /** Starts consuming, now or as soon as RabbitMQ is reachable. Nest calls it after all modules. */
  override async start(callback?: () => void): Promise<void> {
    const handlers = [...this.messageHandlers.values()];
    if (handlers.some((handler) => getExtras(handler).contract))
      this.channels.push(this.connection.openChannel((channel) => this.setupChannel(channel)));
    const ofEvents = handlers.map(getExtras).filter(({ event }) => event);
    const events = ofEvents.flatMap(({ event }) => event?.name ?? []);
    if (events.length > 0) {
      await this.events.prepare(ofEvents.every(({ isConcurrent }) => isConcurrent));
      this.channels.push(
        this.connection.openChannel((channel) => this.setupEventChannel(channel, events)),
      );
    }
    callback?.();
  }

  /** Stops consuming, finishes the running work and sends its replies. Nest calls it first of all. */
  override async close(): Promise<void> {
    this.isStopping = true;
    this.events.stop();
    await Promise.all([...this.cancels.values()].map((cancel) => cancel()));
    await this.inFlight.waitUntilIdle(DRAIN_TIMEOUT_MS);
    // RabbitMQ has seen all replies and acknowledgements once a channel is closed.
    await Promise.all(this.channels.map((channel) => waitUntilClosed(channel.close())));
  }

  /** Declares and consumes the queues of queries and commands. */
  override async setupChannel(channel: Channel): Promise<void> {
    if (this.isStopping) return;
    const { service } = this.chassis;
    const acknowledger = new Acknowledger(channel);
    const onMessage = (message: ConsumeMessage): void => {
      acknowledger.add(message);
      void this.inFlight.track(async () => {
        const handler = this.messageHandlers.get(String(message.properties.type));
        await this.requests.process(message, channel, handler);
        await acknowledger.ack(message).catch(() => undefined);
      });
    };
    const queues = [
      { name: this.names.queries(service), concurrency: QUERY_CONCURRENCY },
      { name: this.names.commands(service), concurrency: COMMAND_CONCURRENCY },
    ];
    for (const { name, concurrency } of queues) {
      // Without a type, so that the broker's default decides: quorum in a cluster.
      await channel.assertQueue(name, { durable: true });
      await channel.bindQueue(name, this.names.calls, name);
      await channel.prefetch(concurrency);
      this.cancels.set(name, await consumeQueue(channel, name, onMessage));
    }
  }

  private async setupEventChannel(channel: Channel, events: readonly string[]): Promise<void> {
    if (this.isStopping) return;
    const { service } = this.chassis;
    const queue = this.names.eventsOf(service);
    await this.connection.ensure(eventQueue(this.names, service));
    for (const event of events) await channel.bindQueue(queue, this.names.events, event);
    await channel.prefetch(this.events.isOrdered ? ORDERED_EVENT_CONCURRENCY : EVENT_CONCURRENCY);
    const acknowledger = new Acknowledger(channel);
    const onMessage = (message: ConsumeMessage): void => {
      acknowledger.add(message);
      const { messageHandlers } = this;
      void this.inFlight.track(() => this.events.process(message, acknowledger, messageHandlers));
    };
    this.cancels.set(queue, await consumeQueue(channel, queue, onMessage));
  }
}
