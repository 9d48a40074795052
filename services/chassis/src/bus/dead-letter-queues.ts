import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { ChannelWrapper } from 'amqp-connection-manager';
import type { ConfirmChannel, ConsumeMessage, MessagePropertyHeaders } from 'amqplib';
import { z } from 'zod';
import { AppLogger } from '../logging/app-logger.js';
import { AmqpConnection, consumeQueue, publishConfirmed, waitUntilClosed } from './connection.js';
import { backoffMs } from './event-delivery.js';
import { InFlightTracker } from './in-flight-tracker.js';
import { BusNames, deadLetterQueue } from './topology.js';

/** Header: how often the message was put back into its queue. */
const REPLAYS_HEADER = 'x-replays';

/** A message of a dead-letter queue. */
export interface DeadLetterMessage {
  /** 24 hex digits; the same for each delivery of this death, different after the next death. */
  id: string;
  service: string;
  content: Buffer;
  messageId: string | undefined;
  contentType: string | undefined;
  type: string | undefined;
  /** RabbitMQ's reason: `rejected`, `delivery_limit`, `expired`, `maxlen`. */
  reason: string;
  deadAt: Date;
  /** How often it had been replayed before. */
  replays: number;
}

// RabbitMQ's own record of a death; `time` is in seconds.
const death = z.object({
  queue: z.string(),
  reason: z.string(),
  count: z.number(),
  time: z.object({ value: z.number() }),
});

const findDeath = (headers: MessagePropertyHeaders | undefined, queue: string) => {
  const deaths = z.array(z.unknown()).catch([]).parse(headers?.['x-death']);
  return deaths
    .flatMap((each) => death.safeParse(each).data ?? [])
    .find((each) => each.queue === queue);
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * Parses a message of the dead-letter queue of `service` that came from `queue`. A message without an
 * id is identified by its content.
 */
const parseDeadLetter = (
  service: string,
  queue: string,
  message: ConsumeMessage,
): DeadLetterMessage => {
  const { content, properties } = message;
  const found = findDeath(properties.headers, queue);
  const replays = z.number().int().min(0).catch(0).parse(properties.headers?.[REPLAYS_HEADER]);
  const messageId = text(properties.messageId);
  const known = messageId ?? createHash('sha256').update(content).digest('hex');
  const parts = [queue, known, found?.reason, found?.count, found?.time.value, replays];
  return {
    id: createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24),
    service,
    content,
    messageId,
    contentType: text(properties.contentType),
    type: text(properties.type),
    reason: found?.reason ?? 'unknown',
    deadAt: found ? new Date(found.time.value * 1_000) : new Date(),
    replays,
  };
};

const PREFETCH = 10;

type Store = (deadLetter: DeadLetterMessage) => Promise<void>;

/** Consumes the dead letters of all services, and puts them back into their queues. */
@Injectable()
export class DeadLetterQueues {
  private readonly inFlight = new InFlightTracker();
  private readonly stopping = new AbortController();
  /** Correlation ids of messages that RabbitMQ had no queue for. */
  private readonly returned = new Set<string>();
  /** By queue. */
  private readonly cancels = new Map<string, () => Promise<void>>();
  private wrapper: ChannelWrapper | undefined;
  private channel: ConfirmChannel | undefined;

  constructor(
    private readonly connection: AmqpConnection,
    private readonly names: BusNames,
    private readonly logger: AppLogger,
  ) {}

  /**
   * Calls `store` for each dead letter and acknowledges it once that resolves. While it rejects, it is
   * tried again. After a crash between the two it is called again, with the same id.
   */
  startConsuming(store: Store): void {
    const setup = (channel: ConfirmChannel) => this.setup(channel, store);
    this.wrapper = this.connection.openChannel(setup, { confirm: true });
  }

  /** Stops consuming and finishes what has begun, within `milliseconds`. */
  async close(milliseconds: number): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.cancels.values()].map((cancel) => cancel()));
    await this.inFlight.waitUntilIdle(milliseconds);
    await waitUntilClosed(this.wrapper?.close());
  }

  /**
   * Puts a dead letter into the queue that it came from, unchanged, without the headers of its deaths.
   * Resolves once RabbitMQ has stored it, with `false` if the queue does not exist. Rejects if RabbitMQ
   * is unreachable or slow; the message may be stored then.
   */
  async requeue(deadLetter: Omit<DeadLetterMessage, 'id' | 'reason' | 'deadAt'>): Promise<boolean> {
    const { service, content, messageId, contentType, type, replays } = deadLetter;
    const correlationId = randomUUID();
    const exchange = this.names.replaysOf(service);
    if (this.channel && !(await this.connection.hasExchange(exchange))) return false;
    await publishConfirmed(this.channel, exchange, '', content, {
      ...(messageId !== undefined && { messageId }),
      ...(contentType !== undefined && { contentType }),
      ...(type !== undefined && { type }),
      headers: { [REPLAYS_HEADER]: replays + 1 },
      correlationId,
      mandatory: true,
    });
    // RabbitMQ returns a message before it confirms it.
    return !this.returned.delete(correlationId);
  }

  private async setup(channel: ConfirmChannel, store: Store): Promise<void> {
    if (this.stopping.signal.aborted) return;
    channel.once('close', () => {
      this.channel = undefined;
      this.returned.clear();
    });
    channel.on('return', ({ properties }) => this.returned.add(String(properties.correlationId)));
    await channel.prefetch(PREFETCH);
    for (const service of serviceNames) {
      await this.connection.ensure(deadLetterQueue(this.names, service));
      const onMessage = (message: ConsumeMessage): void => {
        const deadLetter = parseDeadLetter(service, this.names.eventsOf(service), message);
        void this.inFlight.track(() => this.store(deadLetter, store, () => channel.ack(message)));
      };
      const queue = this.names.deadEventsOf(service);
      this.cancels.set(queue, await consumeQueue(channel, queue, onMessage));
    }
    this.channel = channel;
  }

  /** Never gives the message back to RabbitMQ, which counts deliveries and drops it in the end. */
  private async store(deadLetter: DeadLetterMessage, store: Store, ack: () => void): Promise<void> {
    const { signal } = this.stopping;
    const { service } = deadLetter;
    for (let attempts = 0; !signal.aborted || attempts === 0; attempts += 1) {
      try {
        await store(deadLetter);
        return this.acknowledge(ack);
      } catch (error) {
        this.logger.warn('storing a dead letter failed, retrying', { service }, error);
        await pause(backoffMs(attempts), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private acknowledge(ack: () => void): void {
    try {
      ack();
    } catch (closed) {
      this.logger.debug('ack failed: channel closed, the dead letter is redelivered', closed);
    }
  }
}
