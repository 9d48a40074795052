import { hostname } from 'node:os';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { ChannelWrapper } from 'amqp-connection-manager';
import type { Channel, ConsumeMessage } from 'amqplib';
import { z } from 'zod';
import { CHASSIS_OPTIONS, type ChassisOptions } from '../chassis.options.js';
import { Health } from '../health/health.js';
import { AppLogger } from '../logging/app-logger.js';
import { AmqpConnection, consumeQueue, waitUntilClosed } from './connection.js';
import { parseJson } from './request.js';
import { BusNames, isShared, privateQueueOptions } from './topology.js';

/** Interval between two heartbeats of a process. */
export const HEARTBEAT_INTERVAL_MS = 5_000;
/** After it the process has set up all of its channels, so that the first heartbeat says ready. */
const FIRST_HEARTBEAT_DELAY_MS = 200;

/** Describes what a process says about itself. `isGone` marks the last message before a clean exit. */
export const heartbeatSchema = z.object({
  name: z.string(),
  /** Distinguishes replicas. */
  instance: z.string(),
  startedAt: z.iso.datetime(),
  isReady: z.boolean(),
  isGone: z.boolean(),
  dependencies: z.array(z.object({ name: z.string(), isUp: z.boolean() })),
});
/** See {@link heartbeatSchema}. */
export type HeartbeatMessage = z.infer<typeof heartbeatSchema>;

/**
 * Publishes a heartbeat of this process every 5 s, and receives those of all processes. One that cannot be sent is
 * dropped, because it would be outdated.
 */
@Injectable()
export class Heartbeats implements OnModuleInit {
  private readonly startedAt = new Date().toISOString();
  private wrapper: ChannelWrapper | undefined;
  private channel: Channel | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CHASSIS_OPTIONS) private readonly options: ChassisOptions,
    private readonly connection: AmqpConnection,
    private readonly names: BusNames,
    private readonly health: Health,
    private readonly logger: AppLogger,
  ) {}

  /** @inheritdoc */
  onModuleInit(): void {
    if (this.options.isCommand) return;
    this.wrapper = this.connection.openChannel((channel) => {
      channel.once('close', () => {
        this.channel = undefined;
        clearTimeout(this.timer);
      });
      this.channel = channel;
      this.schedule(FIRST_HEARTBEAT_DELAY_MS);
      return Promise.resolve();
    });
  }

  /** Calls `onHeartbeat` for each heartbeat of any process from now on. */
  listen(onHeartbeat: (heartbeat: HeartbeatMessage) => void): void {
    this.connection.openChannel(async (channel) => {
      // RabbitMQ deletes this queue with the connection.
      const queue = this.names.privateQueue(this.connection.user);
      await channel.assertQueue(queue, privateQueueOptions);
      await channel.bindQueue(queue, this.names.heartbeats, '');
      const onMessage = ({ content, properties }: ConsumeMessage): void => {
        const { data: heartbeat } = heartbeatSchema.safeParse(parseJson(content));
        const { userId } = properties;
        // RabbitMQ has checked the sender's user.
        if (heartbeat && (userId === heartbeat.name || isShared(userId))) onHeartbeat(heartbeat);
        else this.logger.warn('invalid heartbeat message');
      };
      await consumeQueue(channel, queue, onMessage, { noAck: true });
    });
  }

  /** Publishes the last heartbeat. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.send({ isReady: false, isGone: true, dependencies: [] });
    await waitUntilClosed(this.wrapper?.close());
  }

  private schedule(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.publish(), milliseconds).unref();
  }

  private async publish(): Promise<void> {
    const dependencies = await this.health.dependencies();
    if (!this.channel) return;
    const isReady = !this.health.isStopping && dependencies.every(({ isUp }) => isUp);
    this.send({ isReady, isGone: false, dependencies });
    this.schedule(HEARTBEAT_INTERVAL_MS);
  }

  private send(state: Omit<HeartbeatMessage, 'name' | 'instance' | 'startedAt'>): void {
    const heartbeat: HeartbeatMessage = {
      name: this.options.service,
      instance: `${hostname()}:${process.pid}`,
      startedAt: this.startedAt,
      ...state,
    };
    try {
      this.channel?.publish(this.names.heartbeats, '', Buffer.from(JSON.stringify(heartbeat)), {
        contentType: 'application/json',
        userId: this.connection.user,
        // Expires in the queue, because an old heartbeat is useless.
        expiration: 3 * HEARTBEAT_INTERVAL_MS,
      });
    } catch (error) {
      this.logger.debug('sending a heartbeat failed: channel closed', error);
    }
  }
}
