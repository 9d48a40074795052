import { AmqpConnection, BusNames, REDIS } from '@ctdb/chassis';
import { jobQueues, serviceNames, type QueueState } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** Reads the counts of all services' queues. */
@Injectable()
export class QueueReader {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly connection: AmqpConnection,
    private readonly names: BusNames,
  ) {}

  /**
   * The job counts of BullMQ; rejects while Redis is unreachable. BullMQ's own method is a script, for which Redis
   * demands the right to write.
   */
  jobs(): Promise<QueueState[]> {
    const queues = Object.entries(jobQueues).flatMap(([service, names]) =>
      names.map((name) => this.jobQueue(`${service}.${name}`, `${service}:${name}`)),
    );
    return Promise.all(queues);
  }

  /** The message counts of event queues and dead-letter queues. A service without events has no queue of them. */
  async events(): Promise<QueueState[]> {
    const found = await Promise.all(
      serviceNames.flatMap((service) => [
        this.eventQueue(`events.${service}`, 'event', this.names.eventsOf(service)),
        this.eventQueue(`events.${service}.dead`, 'dead', this.names.deadEventsOf(service)),
      ]),
    );
    return found.flat();
  }

  private async jobQueue(name: string, key: string): Promise<QueueState> {
    const [waiting, active, prioritized, delayed, failed] = await Promise.all([
      this.redis.llen(`${key}:wait`),
      this.redis.llen(`${key}:active`),
      this.redis.zcard(`${key}:prioritized`),
      this.redis.zcard(`${key}:delayed`),
      this.redis.zcard(`${key}:failed`),
    ]);
    return { name, kind: 'job', waiting: waiting + prioritized, active, delayed, failed };
  }

  private async eventQueue(name: string, kind: 'event' | 'dead', queue: string) {
    const waiting = await this.connection.countMessages(queue);
    return waiting === undefined ? [] : [{ name, kind, waiting, active: 0, delayed: 0, failed: 0 }];
  }
}
