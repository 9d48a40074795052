import { AMQP_NAMES, QueueDepths, type AmqpNames } from '@ctdb/chassis';
import { serviceNames, type QueueState } from '@ctdb/contracts';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** Queues of events, and of dead letters on their way to the list. */
@Injectable()
export class EventQueues implements OnApplicationBootstrap {
  constructor(
    private readonly depths: QueueDepths,
    @Inject(AMQP_NAMES) private readonly names: AmqpNames,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.depths.start();
  }

  /** Those that there are: a service that listens to no events has no queue of them. */
  async states(): Promise<QueueState[]> {
    const found = await Promise.all(
      serviceNames.flatMap((service) => [
        this.state(`events.${service}`, 'event', this.names.eventsOf(service)),
        this.state(`events.${service}.dead`, 'dead', this.names.deadEventsOf(service)),
      ]),
    );
    return found.flat();
  }

  private async state(name: string, kind: 'event' | 'dead', queue: string): Promise<QueueState[]> {
    const waiting = await this.depths.of(queue);
    if (waiting === undefined) return [];
    return [{ name, kind, waiting, active: 0, delayed: 0, failed: 0 }];
  }
}
