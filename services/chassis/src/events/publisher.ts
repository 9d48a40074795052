import type { EventEnvelope } from '@ctdb/contracts';
import type { ChannelModel, ConfirmChannel } from 'amqplib';
import { Gate } from '../amqp/gate.js';
import type { AmqpLink, LinkUser } from '../amqp/link.js';
import type { AmqpNames } from '../amqp/names.js';
import type { Metrics } from '../health/metrics.js';
import { declareEventTakers } from './topology.js';

/** What an {@link EventPublisher} works with. */
export interface EventPublisherParts {
  link: AmqpLink;
  names: AmqpNames;
  metrics: Metrics;
}

const CONFIRM_MS = 5_000;

/** Publishes events with publisher confirms. The outbox is the way there for services. */
export class EventPublisher implements LinkUser {
  private readonly channel = new Gate<ConfirmChannel>();

  constructor(private readonly parts: EventPublisherParts) {}

  /** Resolves once the broker has taken the event to disk; rejects when it is away or slow. */
  async publish(envelope: EventEnvelope): Promise<void> {
    const channel = this.channel.value;
    if (!channel) throw new Error('RabbitMQ cannot be reached');
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('RabbitMQ does not confirm')), CONFIRM_MS);
      const confirmed = (error: unknown): void => {
        clearTimeout(timer);
        if (error == null) resolve();
        else reject(new Error('RabbitMQ did not take an event', { cause: error }));
      };
      channel.publish(
        this.parts.names.events,
        envelope.name,
        Buffer.from(JSON.stringify(envelope)),
        {
          messageId: envelope.id,
          type: envelope.name,
          contentType: 'application/json',
          persistent: true,
        },
        confirmed,
      );
    });
    this.parts.metrics.eventsPublished.inc({ event: envelope.name });
  }

  /** @inheritdoc */
  async attach(connection: ChannelModel): Promise<void> {
    const channel = await this.parts.link.confirmChannel(connection);
    await channel.assertExchange(this.parts.names.events, 'topic', { durable: true });
    await declareEventTakers(channel, this.parts.names);
    this.channel.open(channel);
  }

  /** @inheritdoc */
  detach(): void {
    this.channel.close();
  }
}
