import type { ChannelWrapper } from 'amqp-connection-manager';
import type { ConfirmChannel, Options } from 'amqplib';
import { within } from '../health/health.js';
import { type AmqpConnection, waitUntilClosed } from './connection.js';

const CONFIRM_TIMEOUT_MS = 5_000;

/** A channel whose messages RabbitMQ confirms, opened again after every loss of the connection. */
export class ConfirmedChannel {
  private channel: ConfirmChannel | undefined;
  /** Ids of messages that RabbitMQ had no queue for. */
  private readonly returned = new Set<string>();
  private readonly wrapper: ChannelWrapper;

  /** @param setup runs for each connection, before its first message */
  constructor(connection: AmqpConnection, setup: (channel: ConfirmChannel) => Promise<void>) {
    const prepare = async (channel: ConfirmChannel) => {
      channel.once('close', () => {
        this.channel = undefined;
        this.returned.clear();
      });
      channel.on('return', ({ properties }) => this.returned.add(idOf(properties)));
      await setup(channel);
      this.channel = channel;
    };
    this.wrapper = connection.openChannel(prepare, { confirm: true });
  }

  /**
   * Resolves once RabbitMQ has stored the message, with `false` if a mandatory one has no queue. Rejects if
   * RabbitMQ is unreachable, or does not confirm it within 5 s; the message may be stored then. It uses the raw
   * channel, because the library's own queue can reorder messages when the connection is lost.
   */
  async publish(exchange: string, routingKey: string, content: Buffer, options: Options.Publish) {
    await within(CONFIRM_TIMEOUT_MS, 'the confirm of a message', () => {
      if (!this.channel) throw new Error('RabbitMQ cannot be reached');
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      const onConfirm = (error: unknown): void => {
        if (error == null) resolve(undefined);
        else reject(new Error('RabbitMQ refused the message', { cause: error }));
      };
      const stored = { ...options, persistent: true };
      this.channel.publish(exchange, routingKey, content, stored, onConfirm);
      return promise;
    });
    // RabbitMQ returns a message before it confirms it.
    return !this.returned.delete(idOf(options));
  }

  close(): Promise<void> {
    return waitUntilClosed(this.wrapper.close());
  }
}

/** A message that several may share its id with has a correlation id. */
const idOf = ({ correlationId, messageId }: Options.Publish): string =>
  String(correlationId ?? messageId);
