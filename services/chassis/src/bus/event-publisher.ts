import type { EventEnvelope } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { ConfirmChannel } from 'amqplib';
import { Metrics } from '../health/metrics.js';
import { AmqpConnection, publishConfirmed } from './connection.js';
import { BusNames, declareAllEventQueues } from './topology.js';

/** Publishes events with publisher confirms. Services publish through the outbox. */
@Injectable()
export class EventPublisher {
  private channel: ConfirmChannel | undefined;

  constructor(
    private readonly connection: AmqpConnection,
    private readonly names: BusNames,
    private readonly metrics: Metrics,
  ) {}

  /** Opens the channel; call it once. */
  start(): void {
    this.connection.openConfirmChannel(async (channel) => {
      channel.once('close', () => (this.channel = undefined));
      await declareAllEventQueues(channel, this.names);
      this.channel = channel;
    });
  }

  /**
   * Resolves once RabbitMQ has stored the event; rejects if it is unreachable or slow. It uses the raw
   * channel, because the library's own queue can reorder events when the connection is lost.
   */
  async publish(envelope: EventEnvelope): Promise<void> {
    const { id, name } = envelope;
    const content = Buffer.from(JSON.stringify(envelope));
    await publishConfirmed(this.channel, this.names.events, name, content, {
      messageId: id,
      type: name,
      contentType: 'application/json',
    });
    this.metrics.eventsPublished.inc({ event: name });
  }
}
