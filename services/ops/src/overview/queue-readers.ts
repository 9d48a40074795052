import { AmqpConnection, BusNames, REDIS } from '@ctdb/chassis';
import { jobQueues, serviceNames, type QueueState } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** The name of each queue of BullMQ, and the prefix of its keys. */
const queueKeys = Object.entries(jobQueues).flatMap(([service, names]) =>
  names.map((name) => [`${service}.${name}`, `${service}:${name}`] as const),
);

/**
 * Reads the job counts of all services' queues. BullMQ's own method is a script, for which Redis demands the
 * right to write.
 */
@Injectable()
export class JobQueueReader {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** The counts; rejects while Redis is unreachable. */
  states(): Promise<QueueState[]> {
    return Promise.all(queueKeys.map(([name, key]) => this.state(name, key)));
  }

  private async state(name: string, key: string): Promise<QueueState> {
    const [waiting, active, prioritized, delayed, failed] = await Promise.all([
      this.redis.llen(`${key}:wait`),
      this.redis.llen(`${key}:active`),
      this.redis.zcard(`${key}:prioritized`),
      this.redis.zcard(`${key}:delayed`),
      this.redis.zcard(`${key}:failed`),
    ]);
    return { name, kind: 'job', waiting: waiting + prioritized, active, delayed, failed };
  }
}

/** Reads the message counts of event queues and dead-letter queues. */
@Injectable()
export class EventQueueReader {
  constructor(
    private readonly connection: AmqpConnection,
    private readonly names: BusNames,
  ) {}

  /** A service without events has no queue of them. */
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
    const waiting = await this.connection.countMessages(queue);
    if (waiting === undefined) return [];
    return [{ name, kind, waiting, active: 0, delayed: 0, failed: 0 }];
  }
}
