import { hostname } from 'node:os';
import type { Channel, ChannelModel } from 'amqplib';
import type { AmqpLink, LinkUser } from '../amqp/link.js';
import type { AmqpNames } from '../amqp/names.js';
import type { AppLogger } from '../logging/app-logger.js';
import { BEAT_MS, type Beat } from './beat.js';
import type { Health } from './health.js';

/** What a {@link Heartbeat} works with. */
export interface HeartbeatParts {
  service: string;
  link: AmqpLink;
  names: AmqpNames;
  health: Health;
  logger: AppLogger;
}

/** The link counts as usable only after all of its users are attached. */
const FIRST_MS = 200;

/**
 * Tells every 5 s, to whoever listens, that the process is there and how it is. Nothing waits for it:
 * what cannot be told now is out of date when it could be.
 */
export class Heartbeat implements LinkUser {
  private readonly startedAt = new Date().toISOString();
  private channel: Channel | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly parts: HeartbeatParts) {}

  /** Starts telling. */
  async start(): Promise<void> {
    await this.parts.link.use(this);
  }

  /** Says good-bye; nothing is told afterwards. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    const { channel } = this;
    this.channel = undefined;
    if (!channel) return;
    this.send(channel, { isReady: false, isGone: true, dependencies: [] });
    // Closing the connection alone would overtake what still waits in the channel's buffer.
    await channel.close().catch(() => undefined);
  }

  /** @inheritdoc */
  async attach(connection: ChannelModel): Promise<void> {
    if (this.isStopped) return;
    const channel = await this.parts.link.channel(connection);
    await channel.assertExchange(this.parts.names.heartbeats, 'fanout', { durable: false });
    this.channel = channel;
    this.schedule(FIRST_MS);
  }

  /** @inheritdoc */
  detach(): void {
    this.channel = undefined;
    clearTimeout(this.timer);
  }

  private schedule(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.tell(), milliseconds).unref();
  }

  private async tell(): Promise<void> {
    const { health } = this.parts;
    const dependencies = await health.dependencies();
    const { channel } = this;
    if (!channel) return;
    const isReady = !health.isEnding && dependencies.every(({ isUp }) => isUp);
    this.send(channel, { isReady, isGone: false, dependencies });
    this.schedule(BEAT_MS);
  }

  private send(channel: Channel, state: Omit<Beat, 'name' | 'instance' | 'startedAt'>): void {
    const { service, names, logger } = this.parts;
    const told: Beat = {
      name: service,
      instance: `${hostname()}:${process.pid}`,
      startedAt: this.startedAt,
      ...state,
    };
    try {
      channel.publish(names.heartbeats, '', Buffer.from(JSON.stringify(told)), {
        contentType: 'application/json',
        // Nobody wants to hear later how it was.
        expiration: 3 * BEAT_MS,
      });
    } catch (error) {
      logger.debug('a heartbeat could not be sent: the channel is gone', error);
    }
  }
}
