import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { AmqpLink } from './link.js';

/** What to consume, and how. */
export interface ConsumptionOptions {
  queue: string;
  noAck: boolean;
  take: (message: ConsumeMessage) => void;
}

/** A consumer on a channel of its own, which can be ended without losing anything. */
export class Consumption {
  private constructor(
    private readonly channel: Channel,
    private readonly tag: string,
  ) {}

  /** Starts consuming; a consumer that the broker cancels ends the connection. */
  static async start(
    link: AmqpLink,
    connection: ChannelModel,
    channel: Channel,
    { queue, noAck, take }: ConsumptionOptions,
  ): Promise<Consumption> {
    const { consumerTag } = await channel.consume(
      queue,
      (message) => {
        if (message) take(message);
        else void link.reset(connection, `the broker cancelled the consumer of ${queue}`);
      },
      { noAck },
    );
    return new Consumption(channel, consumerTag);
  }

  /** Takes no more messages. What was delivered before has been taken when this resolves. */
  async cancel(): Promise<void> {
    // A channel that is gone delivers nothing either.
    await this.channel.cancel(this.tag).catch(() => undefined);
  }

  /**
   * Closes the channel; the broker has then seen everything that was sent on it. (Closing the
   * connection alone would overtake what still waits in the channel's buffer.)
   */
  async flush(): Promise<void> {
    await this.channel.close().catch(() => undefined);
  }
}
