import { setTimeout as pause } from 'node:timers/promises';
import type { EventContract, EventEnvelope } from '@ctdb/contracts';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { Consumption } from '../amqp/consumption.js';
import type { AmqpLink, LinkUser } from '../amqp/link.js';
import type { AmqpNames } from '../amqp/names.js';
import { backgroundContext, runInContext } from '../context/message-context.js';
import { childTraceparent } from '../context/trace-context.js';
import type { Metrics } from '../health/metrics.js';
import type { AppLogger } from '../logging/app-logger.js';
import { InFlight } from '../process/in-flight.js';
import { isConnectionError } from '../rpc/error-mapping.js';
import { runHandler, type NestHandler } from '../rpc/handler.js';
import { failuresOf, parseEvent, pauseAfter, PoisonError, type ParsedEvent } from './delivery.js';
import type { Inbox } from './inbox.js';
import { declareEvents, REDELIVERY_LIMIT } from './topology.js';

/** An event and the method that handles it. */
export interface EventHandler {
  readonly event: EventContract;
  readonly run: NestHandler;
}

/** What an {@link EventConsumer} works with. */
export interface EventConsumerParts {
  service: string;
  link: AmqpLink;
  names: AmqpNames;
  metrics: Metrics;
  logger: AppLogger;
  /** Absent in a process without MongoDB, which then cannot handle events. */
  inbox: Inbox | undefined;
}

/** With more than one, a failed event would come back after its successors. */
const PREFETCH = 1;

/** Handles the events of one service, one after the other. */
export class EventConsumer implements LinkUser {
  private readonly handlers = new Map<string, EventHandler>();
  private readonly inFlight = new InFlight();
  private readonly stopping = new AbortController();
  private turn: Promise<void> = Promise.resolve();
  private consumption: Consumption | undefined;

  constructor(private readonly parts: EventConsumerParts) {}

  /** Adds the method that handles an event; before {@link start}. */
  add(handler: EventHandler): void {
    this.handlers.set(handler.event.name, handler);
  }

  /** Starts consuming, now or when the broker can be reached. */
  async start(): Promise<void> {
    if (this.handlers.size === 0) return;
    if (!this.parts.inbox) throw new Error('@OnEvent needs ChassisModule.forRoot({ mongo: true })');
    await this.parts.inbox.prepare();
    await this.parts.link.use(this);
  }

  /** Takes no more events, and finishes what it has; `false` when that took too long. */
  async drain(milliseconds: number): Promise<boolean> {
    const { consumption } = this;
    this.stopping.abort();
    this.consumption = undefined;
    await consumption?.cancel();
    const isDone = await this.inFlight.drained(milliseconds);
    await consumption?.flush();
    return isDone;
  }

  /** @inheritdoc */
  async attach(connection: ChannelModel): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const { link, names, service } = this.parts;
    const channel = await link.channel(connection);
    await declareEvents(channel, names, service, [...this.handlers.keys()]);
    await channel.prefetch(PREFETCH);
    this.consumption = await Consumption.start(link, connection, channel, {
      queue: names.eventsOf(service),
      noAck: false,
      take: (message) => {
        void this.inFlight.track(() => this.inTurn(() => this.work(channel, message)));
      },
    });
  }

  /** @inheritdoc */
  detach(): void {
    this.consumption = undefined;
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work);
    return this.turn;
  }

  private async work(channel: Channel, message: ConsumeMessage): Promise<void> {
    try {
      const parsed = parseEvent(message, (name) => this.handlers.get(name)?.event);
      await this.patiently(() => this.handle(parsed));
      channel.ack(message);
    } catch (error) {
      await this.giveBack(channel, message, error);
    }
  }

  /** A database that is away is no failure of the event: it is tried until it is back. */
  private async patiently(work: () => Promise<void>): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isConnectionError(error) || this.stopping.signal.aborted) throw error;
        this.parts.logger.warn('an event waits for a server that cannot be reached', error);
        await this.sleep(pauseAfter(tries));
      }
    }
  }

  private async handle({ envelope, payload }: ParsedEvent): Promise<void> {
    const { inbox, metrics } = this.parts;
    const handler = this.handlers.get(envelope.name);
    if (!handler || !inbox) return;
    if (await inbox.has(envelope.id)) {
      metrics.eventsConsumed.inc({ event: envelope.name, outcome: 'repeated' });
      return;
    }
    await runInContext(contextOf(envelope), () => runHandler(handler.run, payload, envelope));
    await inbox.mark(envelope.id, envelope.name);
    metrics.eventsConsumed.inc({ event: envelope.name, outcome: 'handled' });
  }

  private async giveBack(channel: Channel, message: ConsumeMessage, error: unknown): Promise<void> {
    const { logger, metrics } = this.parts;
    const event = message.fields.routingKey;
    const isPoison = error instanceof PoisonError;
    const failures = failuresOf(message);
    metrics.eventsConsumed.inc({ event, outcome: isPoison ? 'refused' : 'failed' });
    logger.error('an event could not be handled', { event, failures }, error);
    const isLast = isPoison || failures >= REDELIVERY_LIMIT;
    if (!isLast) await this.sleep(pauseAfter(failures));
    try {
      // The broker counts what is rejected; since RabbitMQ 4.3 a nack is no failure to it.
      channel.reject(message, !isPoison);
    } catch (lost) {
      logger.debug('the broker redelivers it by itself: its channel is gone', lost);
    }
  }

  private async sleep(milliseconds: number): Promise<void> {
    // Woken early by the stop.
    await pause(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

const contextOf = ({ actor, requestId, traceparent, id }: EventEnvelope) =>
  backgroundContext({
    subject: actor,
    requestId,
    traceparent: childTraceparent(traceparent),
    commandId: id,
  });
