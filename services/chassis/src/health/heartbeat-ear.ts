import type { ChannelModel } from 'amqplib';
import { Consumption } from '../amqp/consumption.js';
import type { AmqpLink, LinkUser } from '../amqp/link.js';
import type { AmqpNames } from '../amqp/names.js';
import type { AppLogger } from '../logging/app-logger.js';
import { beat, type Beat } from './beat.js';

/** What a {@link HeartbeatEar} works with. */
export interface HeartbeatEarParts {
  link: AmqpLink;
  names: AmqpNames;
  logger: AppLogger;
}

const parse = (content: Buffer): Beat | undefined => {
  try {
    return beat.parse(JSON.parse(content.toString()));
  } catch {
    return undefined;
  }
};

/** Hears the heartbeats of all processes, from now on; each listener hears all of them. */
export class HeartbeatEar implements LinkUser {
  private heard: (told: Beat) => void = () => undefined;

  constructor(private readonly parts: HeartbeatEarParts) {}

  /** Has `heard` called for every beat. */
  async listen(heard: (told: Beat) => void): Promise<void> {
    this.heard = heard;
    await this.parts.link.use(this);
  }

  /** @inheritdoc */
  async attach(connection: ChannelModel): Promise<void> {
    const { link, names, logger } = this.parts;
    const channel = await link.channel(connection);
    await channel.assertExchange(names.heartbeats, 'fanout', { durable: false });
    // Its own, and gone with the connection.
    const { queue } = await channel.assertQueue('', { exclusive: true });
    await channel.bindQueue(queue, names.heartbeats, '');
    await Consumption.start(link, connection, channel, {
      queue,
      noAck: true,
      take: ({ content }) => {
        const told = parse(content);
        if (told) this.heard(told);
        else logger.warn('something that is no heartbeat came as one');
      },
    });
  }

  /** @inheritdoc */
  detach(): void {
    // The queue goes with the connection.
  }
}
