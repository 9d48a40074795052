import { setTimeout as pause } from 'node:timers/promises';
import type { EventEnvelope } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { MessageHandler } from '@nestjs/microservices';
import type { ConsumeMessage } from 'amqplib';
import type { Collection, Connection } from 'mongoose';
import { CHASSIS_OPTIONS, type ChassisOptions, MONGO } from '../chassis.options.js';
import { backgroundContext, runInContext } from '../context/message-context.js';
import { childTraceparent } from '../context/trace-context.js';
import { Metrics } from '../health/metrics.js';
import { AppLogger } from '../logging/app-logger.js';
import { isTransientError } from '../context/error-mapping.js';
import type { Acknowledger } from './acknowledger.js';
import {
  backoffMs,
  deliveryCount,
  type EventExchanges,
  ForgedMessageError,
  parseEvent,
  PoisonMessageError,
} from './event-delivery.js';
import { getExtras, runHandler } from './handlers.js';
import { BusNames, REDELIVERY_LIMIT } from './topology.js';
import { Tracing } from '../tracing/tracing.js';
import { isDuplicateKey } from '../data/write-conflict.js';

const COLLECTION = 'inbox';
/** Longer than an event can be under way. */
const RETENTION_SECONDS = 30 * 24 * 60 * 60;

/** `_id` is the id of the event. */
type InboxEntry = { _id: string; name: string; at: Date };

/** Handlers by the name of their event. */
type Handlers = ReadonlyMap<string, MessageHandler>;

/**
 * Handles the events of a service: one after the other, unless all its handlers are concurrent. Ordered
 * events are remembered in the inbox, after the handler's effect: after a crash between the two the event is
 * handled again, never lost.
 */
@Injectable()
export class EventProcessor {
  /** Whether one event is handled at a time, and remembered in the inbox. */
  isOrdered = true;
  private readonly stopping = new AbortController();
  private last: Promise<void> = Promise.resolve();
  private isOutageLogged = false;
  private readonly exchanges: EventExchanges;

  constructor(
    @Inject(CHASSIS_OPTIONS) { service }: ChassisOptions,
    names: BusNames,
    @Inject(MONGO) private readonly mongo: Connection | undefined,
    private readonly metrics: Metrics,
    private readonly logger: AppLogger,
    private readonly tracing: Tracing,
  ) {
    this.exchanges = { events: names.events, replays: names.replaysOf(service) };
  }

  /**
   * Prepares the inbox if it is needed; before the first event.
   * @param isConcurrent whether all handlers are
   */
  async prepare(isConcurrent: boolean): Promise<void> {
    this.isOrdered = !isConcurrent;
    if (this.isOrdered)
      await this.inbox.createIndex({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
  }

  /** Ends all pauses. The event that is worked on is finished or given back. */
  stop(): void {
    this.stopping.abort();
  }

  /** Handles an event, and acknowledges or refuses its message. Never rejects. */
  process(message: ConsumeMessage, acknowledger: Acknowledger, handlers: Handlers): Promise<void> {
    if (!this.isOrdered) return this.processMessage(message, acknowledger, handlers);
    this.last = this.last.then(() => this.processMessage(message, acknowledger, handlers));
    return this.last;
  }

  private async processMessage(
    message: ConsumeMessage,
    acknowledger: Acknowledger,
    handlers: Handlers,
  ): Promise<void> {
    try {
      const findEvent = (name: string) => getExtras(handlers.get(name)).event;
      const { envelope, payload } = parseEvent(message, this.exchanges, findEvent);
      const handler = handlers.get(envelope.name);
      if (handler) await this.retryWhileUnavailable(() => this.handle(envelope, payload, handler));
    } catch (error) {
      if (!(error instanceof ForgedMessageError)) {
        await this.refuse(message, acknowledger, error);
        return;
      }
      const event = message.fields.routingKey;
      this.metrics.eventsConsumed.inc({ event, outcome: 'forged' });
      this.logger.error('event discarded', { event }, error);
    }
    // RabbitMQ redelivers the message where the channel is closed.
    await acknowledger.ack(message).catch(() => undefined);
  }

  /** An unreachable database is no failure of the event: it is tried until the database is back. */
  private async retryWhileUnavailable(work: () => Promise<void>): Promise<void> {
    for (let attempts = 0; ; attempts += 1) {
      try {
        await work();
        this.isOutageLogged = false;
        return;
      } catch (error) {
        if (!isTransientError(error) || this.stopping.signal.aborted) throw error;
        const level = this.isOutageLogged ? 'debug' : 'warn';
        this.isOutageLogged = true;
        this.logger[level]('event handling paused: dependency unavailable, retrying', error);
        await this.sleep(backoffMs(attempts));
      }
    }
  }

  private async handle(envelope: EventEnvelope, payload: unknown, handler: MessageHandler) {
    const { id, name: event, actor, requestId } = envelope;
    if (this.isOrdered && (await this.inbox.findOne({ _id: id }, { projection: { _id: 1 } }))) {
      this.metrics.eventsConsumed.inc({ event, outcome: 'repeated' });
      return;
    }
    const span = this.tracing.startSpan({ name: event, kind: 'consumer' }, envelope.traceparent);
    const traceparent = span?.traceparent ?? childTraceparent(envelope.traceparent);
    const context = backgroundContext({ subject: actor, requestId, traceparent, commandId: id });
    try {
      await runInContext(context, () => runHandler(handler, payload, envelope));
      span?.end();
    } catch (error) {
      span?.end({ failure: error instanceof Error ? error.name : 'unknown' });
      throw error;
    }
    if (this.isOrdered) await this.remember(id, event);
    this.metrics.eventsConsumed.inc({ event, outcome: 'handled' });
  }

  private get inbox(): Collection<InboxEntry> {
    if (!this.mongo) throw new Error('@OnEvent needs ChassisModule.forRoot({ mongo: true })');
    return this.mongo.collection<InboxEntry>(COLLECTION);
  }

  /** Remembers a handled event. Another replica may have handled it at the same time. */
  private async remember(id: string, name: string): Promise<void> {
    try {
      await this.inbox.insertOne({ _id: id, name, at: new Date() });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  private async refuse(message: ConsumeMessage, acknowledger: Acknowledger, error: unknown) {
    const event = message.fields.routingKey;
    const isPoison = error instanceof PoisonMessageError;
    const failures = deliveryCount(message);
    this.metrics.eventsConsumed.inc({ event, outcome: isPoison ? 'refused' : 'failed' });
    this.logger.error('event handler failed', { event, failures }, error);
    if (!isPoison && failures < REDELIVERY_LIMIT) await this.sleep(backoffMs(failures));
    try {
      // The broker counts rejected messages; since RabbitMQ 4.3 it does not count a nack.
      acknowledger.reject(message, !isPoison);
    } catch (closed) {
      this.logger.debug('reject failed: channel closed, RabbitMQ will redeliver the event', closed);
    }
  }

  private async sleep(milliseconds: number): Promise<void> {
    const { signal } = this.stopping;
    await pause(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}
