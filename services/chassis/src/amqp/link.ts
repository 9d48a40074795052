import {
  connect,
  type Channel,
  type ChannelModel,
  type ConfirmChannel,
  type RecoveringChannelModel,
} from 'amqplib';
import { batchWrites } from './batch-writes.js';
import type { AppLogger } from '../logging/app-logger.js';

/** Somebody who uses the broker while it is there. */
export interface LinkUser {
  /** Opens channels, declares, consumes: on every new connection. A failure ends the connection. */
  attach(connection: ChannelModel): Promise<void>;
  /** The connection is gone, and its channels with it. May come twice. */
  detach(): void;
}

const RECOVERY = { initialDelay: 200, maxDelay: 5_000, factor: 2, jitter: 0.2 };
const CONNECT_TIMEOUT_MS = 5_000;
const HEARTBEAT_SECONDS = 10;

const withHeartbeat = (address: string): string => {
  const url = new URL(address);
  if (!url.searchParams.has('heartbeat'))
    url.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  return url.href;
};

/**
 * The process's one connection to RabbitMQ. It connects in the background, again and again with
 * growing, jittered pauses (200 ms to 5 s), and hands every new connection to its users.
 * A channel that the broker closes ends the connection, so that there is one way to recover.
 */
export class AmqpLink {
  private readonly users: LinkUser[] = [];
  private recovering: RecoveringChannelModel | undefined;
  private connection: ChannelModel | undefined;
  private isBlocked = false;
  private isClosing = false;

  constructor(
    private readonly address: string,
    private readonly logger: AppLogger,
    private readonly processName: string,
  ) {}

  /** Whether messages can be sent now: connected, and the broker takes them. */
  get isUsable(): boolean {
    return this.connection !== undefined && !this.isBlocked;
  }

  /** Whether the broker takes no messages for now (it is short of memory or disk). */
  get isRefusing(): boolean {
    return this.isBlocked;
  }

  /** Starts connecting; returns at once. */
  async start(): Promise<void> {
    const recovering = await connect(withHeartbeat(this.address), {
      noDelay: true,
      keepAlive: true,
      timeout: CONNECT_TIMEOUT_MS,
      clientProperties: { connection_name: this.processName },
      recovery: {
        ...RECOVERY,
        waitForConnect: false,
        setup: (model: ChannelModel) => this.open(model),
      },
    });
    recovering
      .on('disconnect', (error) => this.lost('the connection to RabbitMQ is lost', error))
      .on('connect-failed', (error) => this.lost('RabbitMQ cannot be reached', error))
      .on('connect', () => this.logger.info('connected to RabbitMQ'))
      .on('blocked', (reason) => {
        this.isBlocked = true;
        this.logger.warn('RabbitMQ takes no messages now', { reason });
      })
      .on('unblocked', () => {
        this.isBlocked = false;
        this.logger.info('RabbitMQ takes messages again');
      })
      // Followed by 'disconnect', which says the same.
      .on('error', (error) => this.logger.debug('error of the connection to RabbitMQ', error));
    this.recovering = recovering;
  }

  /** Adds a user; it is attached at once when there is a connection, else with the next one. */
  async use(user: LinkUser): Promise<void> {
    this.users.push(user);
    const { connection } = this;
    if (!connection) return;
    try {
      await user.attach(connection);
    } catch (error) {
      this.logger.error('RabbitMQ refused what was asked of it', error);
      await this.reset(connection, 'a part could not be attached');
    }
  }

  /** Opens a channel whose unexpected end ends the connection. */
  async channel(connection: ChannelModel): Promise<Channel> {
    return this.watch(await connection.createChannel(), connection);
  }

  /** The same with publisher confirms. */
  async confirmChannel(connection: ChannelModel): Promise<ConfirmChannel> {
    return this.watch(await connection.createConfirmChannel(), connection);
  }

  /** Ends `connection`, which is broken in some way; a new one follows. */
  async reset(connection: ChannelModel, reason: string): Promise<void> {
    if (this.isClosing) return;
    this.logger.warn('starting over with RabbitMQ', { reason });
    // It may be closed already.
    await connection.close().catch(() => undefined);
  }

  /** Closes the connection for good; what was sent before is flushed. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.recovering?.close();
    this.connection = undefined;
    for (const user of this.users) user.detach();
  }

  private async open(connection: ChannelModel): Promise<void> {
    // Until the library listens itself, an error without a listener would end the process.
    connection.on('error', () => undefined);
    batchWrites(connection);
    // Others may come while these are attached: the array's iterator sees them too.
    for (const user of this.users) await user.attach(connection);
    this.connection = connection;
  }

  private lost(message: string, error: Error): void {
    this.connection = undefined;
    this.isBlocked = false;
    for (const user of this.users) user.detach();
    this.logger.warn(message, error);
  }

  private watch<C extends Channel>(channel: C, connection: ChannelModel): C {
    channel.on('error', (error: Error) => {
      this.logger.error('RabbitMQ closed a channel', error);
      void this.reset(connection, 'a channel was closed');
    });
    return channel;
  }
}
