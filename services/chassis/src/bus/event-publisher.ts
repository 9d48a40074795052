import { eventSubscriptions, type EventEnvelope } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { ConfirmChannel } from 'amqplib';
import { Metrics } from '../health/metrics.js';
import { AmqpConnection, publishConfirmed } from './connection.js';
import { allEventQueues, BusNames } from './topology.js';

/** Events that a service waits for. */
const consumedEvents = new Set<string>(
  Object.values(eventSubscriptions).flatMap((events) => events.map(({ name }) => name)),
);

/** Publishes events with publisher confirms. Services publish through the outbox. */
@Injectable()
export class EventPublisher {
  private channel: ConfirmChannel | undefined;
  /** Ids of events that no queue was bound to. */
  private readonly returned = new Set<string>();

  constructor(
    private readonly connection: AmqpConnection,
    private readonly names: BusNames,
    private readonly metrics: Metrics,
  ) {}

  /** Opens the channel; call it once. */
  start(): void {
    this.connection.openConfirmChannel(async (channel) => {
      channel.once('close', () => (this.channel = undefined));
      channel.on('return', ({ properties }) => this.returned.add(String(properties.messageId)));
      await this.connection.ensure(allEventQueues(this.names));
      this.returned.clear();
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
      userId: this.connection.user,
      mandatory: consumedEvents.has(name),
    });
    // A consumer of the version before does not know it yet. RabbitMQ returns a message, then confirms it.
    if (this.returned.delete(id)) throw new Error(`no queue is bound to the event ${name}`);
    this.metrics.eventsPublished.inc({ event: name });
  }
}
