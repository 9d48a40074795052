import type { Channel, ChannelModel } from 'amqplib';
import type { AmqpLink, LinkUser } from '../amqp/link.js';

const PATIENCE_MS = 2_000;

/** Tells how many messages wait in queues, without touching them. */
export class QueueDepths implements LinkUser {
  private connection: ChannelModel | undefined;

  constructor(private readonly link: AmqpLink) {}

  /** From now on it can be asked. */
  async start(): Promise<void> {
    await this.link.use(this);
  }

  /** @inheritdoc */
  attach(connection: ChannelModel): Promise<void> {
    this.connection = connection;
    return Promise.resolve();
  }

  /** @inheritdoc */
  detach(): void {
    this.connection = undefined;
  }

  /** Messages that wait in `queue`; `undefined` where there is no such queue, or no broker. */
  async of(queue: string): Promise<number | undefined> {
    const { connection } = this;
    if (!connection) return undefined;
    let channel: Channel | undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      // One of its own: the broker closes it where there is no such queue.
      channel = await connection.createChannel();
      channel.on('error', () => undefined);
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
      });
      return (await Promise.race([channel.checkQueue(queue), late]))?.messageCount;
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
      await channel?.close().catch(() => undefined);
    }
  }
}
