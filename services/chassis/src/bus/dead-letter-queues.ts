import { hash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { ConfirmChannel, ConsumeMessage, MessagePropertyHeaders } from 'amqplib';
import { z } from 'zod';
import { AppLogger } from '../logging/app-logger.js';
import { Acknowledger } from './acknowledger.js';
import { ConfirmedChannel } from './confirmed-channel.js';
import { AmqpConnection, consumeQueue } from './connection.js';
import { backoffMs } from './event-delivery.js';
import { InFlightTracker } from './in-flight-tracker.js';
import { BusNames, deadLetterQueue } from './topology.js';

/** Header: how often the message was put back into its queue. */
const REPLAYS_HEADER = 'x-replays';

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
  { content, properties }: ConsumeMessage,
) => {
  const found = findDeath(properties.headers, queue);
  const replays = z.number().int().min(0).catch(0).parse(properties.headers?.[REPLAYS_HEADER]);
  const messageId = text(properties.messageId);
  const known = messageId ?? hash('sha256', content);
  const parts = [queue, known, found?.reason, found?.count, found?.time.value, replays];
  return {
    /** 24 hex digits; the same for each delivery of this death, different after the next death. */
    id: hash('sha256', JSON.stringify(parts)).slice(0, 24),
    service,
    content,
    messageId,
    contentType: text(properties.contentType),
    type: text(properties.type),
    /** RabbitMQ's reason: `rejected`, `delivery_limit`, `expired`, `maxlen`. */
    reason: found?.reason ?? 'unknown',
    deadAt: found ? new Date(found.time.value * 1_000) : new Date(),
    /** How often it had been replayed before. */
    replays,
  };
};

/** A message of a dead-letter queue. */
export type DeadLetterMessage = ReturnType<typeof parseDeadLetter>;

const PREFETCH = 10;

type Store = (deadLetter: DeadLetterMessage) => Promise<void>;

/** Consumes the dead letters of all services, and puts them back into their queues. */
@Injectable()
export class DeadLetterQueues {
  private readonly inFlight = new InFlightTracker();
  private readonly stopping = new AbortController();
  /** By queue. */
  private readonly cancels = new Map<string, () => Promise<void>>();
  private channel: ConfirmedChannel | undefined;

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
    this.channel = new ConfirmedChannel(this.connection, setup);
  }

  /** Stops consuming and finishes what has begun, within `milliseconds`. */
  async close(milliseconds: number): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.cancels.values()].map((cancel) => cancel()));
    await this.inFlight.waitUntilIdle(milliseconds);
    await this.channel?.close();
  }

  /**
   * Puts a dead letter into the queue that it came from, unchanged, without the headers of its deaths.
   * Resolves once RabbitMQ has stored it, with `false` if the queue does not exist. Rejects if RabbitMQ
   * is unreachable or slow; the message may be stored then.
   */
  async requeue(deadLetter: Omit<DeadLetterMessage, 'id' | 'reason' | 'deadAt'>): Promise<boolean> {
    const { service, content, messageId, contentType, type, replays } = deadLetter;
    const exchange = this.names.replaysOf(service);
    if (!this.channel) throw new Error('dead letters are not consumed');
    if (this.connection.acceptsMessages && !(await this.connection.hasExchange(exchange)))
      return false;
    return this.channel.publish(exchange, '', content, {
      ...(messageId !== undefined && { messageId }),
      ...(contentType !== undefined && { contentType }),
      ...(type !== undefined && { type }),
      headers: { [REPLAYS_HEADER]: replays + 1 },
      correlationId: randomUUID(),
      mandatory: true,
    });
  }

  private async setup(channel: ConfirmChannel, store: Store): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const acknowledger = new Acknowledger(channel);
    await channel.prefetch(PREFETCH);
    for (const service of serviceNames) {
      await this.connection.ensure(deadLetterQueue(this.names, service));
      const onMessage = (message: ConsumeMessage): void => {
        acknowledger.add(message);
        const deadLetter = parseDeadLetter(service, this.names.eventsOf(service), message);
        void this.inFlight.track(async () => {
          // RabbitMQ redelivers the dead letter where the channel is closed.
          if (await this.store(deadLetter, store))
            await acknowledger.ack(message).catch(() => undefined);
        });
      };
      const queue = this.names.deadEventsOf(service);
      this.cancels.set(queue, await consumeQueue(channel, queue, onMessage));
    }
  }

  /** Never gives the message back to RabbitMQ, which counts deliveries and drops it in the end. */
  private async store(deadLetter: DeadLetterMessage, store: Store): Promise<boolean> {
    const { signal } = this.stopping;
    const { service } = deadLetter;
    for (let attempts = 0; !signal.aborted || attempts === 0; attempts += 1) {
      try {
        await store(deadLetter);
        return true;
      } catch (error) {
        this.logger.warn('storing a dead letter failed, retrying', { service }, error);
        await pause(backoffMs(attempts), undefined, { signal }).catch(() => undefined);
      }
    }
    return false;
  }
}
