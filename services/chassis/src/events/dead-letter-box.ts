import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@ctdb/contracts';
import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { Consumption } from '../amqp/consumption.js';
import { Gate } from '../amqp/gate.js';
import type { AmqpLink, LinkUser } from '../amqp/link.js';
import type { AmqpNames } from '../amqp/names.js';
import type { AppLogger } from '../logging/app-logger.js';
import { InFlight } from '../process/in-flight.js';
import { pauseAfter } from './delivery.js';
import { readGivenUp, REPLAYS_HEADER, type GivenUp } from './given-up.js';
import { declareDeadLetters } from './topology.js';

/** What a {@link DeadLetterBox} works with. */
export interface DeadLetterBoxParts {
  link: AmqpLink;
  names: AmqpNames;
  logger: AppLogger;
}

const PREFETCH = 10;
const CONFIRM_MS = 5_000;

/** Takes what all services gave up, and puts it back. */
export class DeadLetterBox implements LinkUser {
  private readonly channel = new Gate<ConfirmChannel>();
  private readonly inFlight = new InFlight();
  private readonly stopping = new AbortController();
  /** Messages that the broker had no queue for. */
  private readonly returned = new Set<string>();
  private consumptions: Consumption[] = [];
  private keep: (letter: GivenUp) => Promise<void> = () => Promise.reject(new Error('not open'));

  constructor(private readonly parts: DeadLetterBoxParts) {}

  /**
   * Hands every dead letter to `keep`, and forgets it once that resolves; while it rejects it is
   * tried again. After a crash between the two it is handed over again, with the same id.
   */
  async open(keep: (letter: GivenUp) => Promise<void>): Promise<void> {
    this.keep = keep;
    await this.parts.link.use(this);
  }

  /** Takes no more, and finishes what it has; at most `milliseconds`. */
  async close(milliseconds: number): Promise<void> {
    this.stopping.abort();
    const { consumptions } = this;
    this.consumptions = [];
    await Promise.all(consumptions.map((each) => each.cancel()));
    await this.inFlight.drained(milliseconds);
    await consumptions[0]?.flush();
    this.channel.close();
  }

  /**
   * Puts a letter into the queue that it came from, as it was, without the marks of its deaths.
   * Resolves once the broker has it on disk: `false` where the queue is gone. Rejects when the broker
   * is away or slow; it may have it then.
   */
  async putBack(letter: Omit<GivenUp, 'id' | 'reason' | 'deadAt'>): Promise<boolean> {
    const channel = this.channel.value;
    if (!channel) throw new Error('RabbitMQ cannot be reached');
    const correlationId = randomUUID();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('RabbitMQ does not confirm')), CONFIRM_MS);
      const confirmed = (error: unknown): void => {
        clearTimeout(timer);
        if (error == null) resolve();
        else reject(new Error('RabbitMQ did not take a letter', { cause: error }));
      };
      const { service, content, messageId, contentType, type, replays } = letter;
      const properties = {
        ...(messageId !== undefined && { messageId }),
        ...(contentType !== undefined && { contentType }),
        ...(type !== undefined && { type }),
        headers: { [REPLAYS_HEADER]: replays + 1 },
        correlationId,
        mandatory: true,
        persistent: true,
      };
      channel.publish('', this.parts.names.eventsOf(service), content, properties, confirmed);
    });
    // The broker returns a message before it confirms it.
    return !this.returned.delete(correlationId);
  }

  /** @inheritdoc */
  async attach(connection: ChannelModel): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const { link, names } = this.parts;
    const channel = await link.confirmChannel(connection);
    channel.on('return', ({ properties }) => this.returned.add(String(properties.correlationId)));
    await channel.prefetch(PREFETCH);
    const started: Consumption[] = [];
    for (const service of serviceNames) {
      await declareDeadLetters(channel, names, service);
      const consumption = await Consumption.start(link, connection, channel, {
        queue: names.deadEventsOf(service),
        noAck: false,
        take: (message) => {
          void this.inFlight.track(() => this.work(channel, service, message));
        },
      });
      started.push(consumption);
    }
    this.consumptions = started;
    this.channel.open(channel);
  }

  /** @inheritdoc */
  detach(): void {
    this.channel.close();
    this.consumptions = [];
    this.returned.clear();
  }

  /** It is never given back to the broker, which would count that and drop it at some time. */
  private async work(
    channel: ConfirmChannel,
    service: string,
    message: ConsumeMessage,
  ): Promise<void> {
    const letter = readGivenUp(service, this.parts.names.eventsOf(service), message);
    for (let tries = 0; !this.stopping.signal.aborted || tries === 0; tries += 1) {
      try {
        await this.keep(letter);
        return this.acknowledge(channel, message);
      } catch (error) {
        this.parts.logger.warn('a dead letter could not be kept yet', { service }, error);
        const { signal } = this.stopping;
        // Woken early by the stop.
        await pause(pauseAfter(tries), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private acknowledge(channel: ConfirmChannel, message: ConsumeMessage): void {
    try {
      channel.ack(message);
    } catch (lost) {
      this.parts.logger.debug('a kept letter comes again: its channel is gone', lost);
    }
  }
}
