import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type AmqpConnectionManager, type ChannelWrapper, connect } from 'amqp-connection-manager';
import type { Channel, ChannelModel, ConsumeMessage, Options } from 'amqplib';
import { CHASSIS_CONFIG, CHASSIS_OPTIONS, type ChassisOptions } from '../chassis.options.js';
import { type ChassisConfig, splitHosts } from '../config/chassis-env.js';
import { Health, within } from '../health/health.js';
import { AppLogger } from '../logging/app-logger.js';
import { corkConnections } from '../data/sockets.js';
import { BusNames, type Declaration, readUser, sharedExchanges } from './topology.js';

/** A broker that is silent for two to three of them is left. */
const HEARTBEAT_INTERVAL_SECONDS = 4;
const CONNECT_TIMEOUT_MS = 5_000;
/** RabbitMQ's code of a missing permission. */
const ACCESS_REFUSED = 403;
/** RabbitMQ's code of a missing queue. */
const NOT_FOUND = 404;
const QUEUE_CHECK_TIMEOUT_MS = 2_000;
const DECLARATION_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 3_000;
const RECONNECT_SECONDS = { min: 0.2, max: 0.4 };

/** Differs between processes, so that not all of them reconnect to a restarted broker at once. */
const randomReconnectSeconds = (): number =>
  RECONNECT_SECONDS.min + Math.random() * (RECONNECT_SECONDS.max - RECONNECT_SECONDS.min);

/** The nodes in their order, but not always from the first one, so that processes share them. */
const fromAnyOf = (nodes: string[]): string[] => {
  const first = Math.floor(Math.random() * nodes.length);
  return [...nodes.slice(first), ...nodes.slice(0, first)];
};

/**
 * The process's one connection to RabbitMQ. `amqp-connection-manager` connects in the background,
 * again and again, and opens every channel on each new connection.
 */
@Injectable()
export class AmqpConnection {
  /** The user of this process. RabbitMQ refuses messages that name another one as their sender. */
  readonly user: string;
  private readonly manager: AmqpConnectionManager;
  private readonly exchanges: Declaration;
  /** The check of the exchanges on this connection. */
  private checked: Promise<void> | undefined;
  private readonly stopCorking: () => void;
  private readonly ready = new Set<ChannelWrapper>();
  private isBlocked = false;
  private isClosing = false;
  private isOutageLogged = false;

  constructor(
    @Inject(CHASSIS_CONFIG)
    { RABBITMQ_URL, ...names }: Pick<ChassisConfig, 'RABBITMQ_URL' | 'MESSAGE_NAMESPACE'>,
    @Inject(CHASSIS_OPTIONS) { service }: ChassisOptions,
    private readonly logger: AppLogger,
    health: Health,
  ) {
    const urls = fromAnyOf(splitHosts(RABBITMQ_URL));
    this.user = readUser(urls[0] ?? '');
    this.exchanges = sharedExchanges(new BusNames(names));
    health.register('rabbitmq', () => {
      if (!this.isReady) throw new Error('RabbitMQ is not connected');
    });
    this.stopCorking = corkConnections(urls);
    // After each loss it tries the next address.
    this.manager = connect(urls, {
      heartbeatIntervalInSeconds: HEARTBEAT_INTERVAL_SECONDS,
      reconnectTimeInSeconds: randomReconnectSeconds(),
      connectionOptions: {
        noDelay: true,
        keepAlive: true,
        timeout: CONNECT_TIMEOUT_MS,
        clientProperties: { connection_name: service },
      },
    });
    this.manager
      .on('connect', () => {
        this.checked = undefined;
        this.isOutageLogged = false;
        this.logger.info('connected to RabbitMQ');
      })
      .on('disconnect', ({ err }) => {
        this.ready.clear();
        this.isBlocked = false;
        this.logOutage('lost the connection to RabbitMQ', err);
      })
      .on('connectFailed', ({ err }) => this.logOutage('RabbitMQ is unreachable', err))
      .on('blocked', ({ reason }) => {
        this.isBlocked = true;
        this.logger.warn('RabbitMQ blocked the connection (memory or disk alarm)', { reason });
      })
      .on('unblocked', () => {
        this.isBlocked = false;
        this.logger.info('RabbitMQ unblocked the connection');
      });
  }

  /** Whether the process can send and receive: connected, not blocked, all channels set up. */
  get isReady(): boolean {
    return this.acceptsMessages && this.ready.size === this.manager.channelCount;
  }

  /** Whether RabbitMQ accepts messages: connected, and short of neither memory nor disk. */
  get acceptsMessages(): boolean {
    return this.manager.isConnected() && !this.isBlocked;
  }

  /**
   * Opens a channel, and opens it again after every loss of the connection. `setup` declares and
   * consumes. A channel that RabbitMQ closes ends the connection, so that there is one way to recover.
   * @param options `confirm` for a channel with publisher confirms
   */
  openChannel<C extends Channel = Channel>(
    setup: (channel: C) => Promise<void>,
    { confirm = false } = {},
  ): ChannelWrapper {
    let isOpen = true;
    const wrapper = this.manager.createChannel({
      confirm,
      setup: async (opened: Channel) => {
        const channel = opened as C;
        const { connection } = this.manager;
        channel.on('error', (error) => this.logger.error('RabbitMQ closed a channel', error));
        // The library reopens channels only on a new connection. A channel of a lost connection
        // closes before its connection does, therefore the check waits for the next turn.
        channel.once('close', () => {
          setImmediate(() => {
            if (isOpen) void this.restart(connection);
          });
        });
        // Once for each connection, before its first channel is set up.
        await (this.checked ??= this.ensure(this.exchanges));
        await setup(channel);
      },
    });
    wrapper.on('connect', () => this.ready.add(wrapper));
    wrapper.on('error', (error) => {
      // A command may end before its channels are open.
      this.logger[this.isClosing ? 'debug' : 'error']('opening a channel failed', error);
      void this.restart(this.manager.connection);
    });
    wrapper.once('close', () => {
      isOpen = false;
      this.ready.delete(wrapper);
    });
    return wrapper;
  }

  /** Number of messages that wait in `queue`; `undefined` without such a queue. Rejects without a broker. */
  async countMessages(queue: string): Promise<number | undefined> {
    const check = (channel: Channel) => channel.checkQueue(queue);
    try {
      return (await this.attempt(`checking ${queue}`, check, QUEUE_CHECK_TIMEOUT_MS)).messageCount;
    } catch (error) {
      if ((error as { code?: unknown }).code === NOT_FOUND) return undefined;
      throw error;
    }
  }

  /** Whether there is such an exchange: RabbitMQ closes a channel that publishes to a missing one. */
  hasExchange(name: string): Promise<boolean> {
    const check = (channel: Channel) => channel.checkExchange(name);
    return this.attempt(`checking ${name}`, check).then(
      () => true,
      () => false,
    );
  }

  /** Declares what is missing. What this process may not even look for is made by the installation. */
  async ensure({ check, declare }: Declaration): Promise<void> {
    try {
      await this.attempt('checking queues or exchanges', check);
    } catch (error) {
      if ((error as { code?: unknown }).code !== ACCESS_REFUSED)
        await this.attempt('declaring queues or exchanges', declare);
    }
  }

  /** Works on a channel of its own, because RabbitMQ closes it if something is missing or forbidden. */
  private async attempt<T>(
    what: string,
    work: (channel: Channel) => Promise<T>,
    timeoutMs = DECLARATION_TIMEOUT_MS,
  ): Promise<T> {
    const channel = await this.manager.connection?.createChannel();
    if (!channel) throw new Error('RabbitMQ is not connected');
    channel.on('error', () => undefined);
    try {
      return await within(timeoutMs, what, () => work(channel));
    } finally {
      await waitUntilClosed(channel.close());
    }
  }

  /** Closes the connection for good, within 3 s. What was sent before is flushed. Never rejects. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.stopCorking();
    await waitUntilClosed(this.manager.close());
  }

  /** Closes `connection` unless it is closed already; the library connects again after its pause. */
  private async restart(connection: ChannelModel | undefined): Promise<void> {
    if (this.isClosing || !connection || connection !== this.manager.connection) return;
    this.logger.warn('reconnecting to RabbitMQ');
    await connection.close().catch(() => undefined);
  }

  private logOutage(message: string, error: unknown): void {
    if (this.isClosing) return;
    const level = this.isOutageLogged ? 'debug' : 'warn';
    this.isOutageLogged = true;
    this.logger[level](message, error);
  }
}

/**
 * Waits for `closing`, at most 3 s, and never rejects. amqplib leaves the promise of a close pending
 * if the connection is lost before RabbitMQ answers, and rejects it while the connection closes.
 */
export const waitUntilClosed = (closing: Promise<unknown> | undefined): Promise<void> =>
  Promise.race([closing, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]).then(noop, noop);

/**
 * Consumes `queue` and resolves with the function that ends it. If RabbitMQ cancels the consumer (its
 * queue was deleted), the channel is closed, so that everything is declared and consumed again.
 */
export const consumeQueue = async (
  channel: Channel,
  queue: string,
  onMessage: (message: ConsumeMessage) => void,
  options?: Options.Consume,
): Promise<() => Promise<void>> => {
  const { consumerTag } = await channel.consume(
    queue,
    (message) => {
      if (message) onMessage(message);
      else void channel.close().catch(() => undefined);
    },
    options,
  );
  // A channel that is closed delivers nothing either.
  return () => waitUntilClosed(channel.cancel(consumerTag));
};

const noop = (): void => undefined;
