import {
  AmqpConnection,
  AppLogger,
  BusNames,
  CHASSIS_CONFIG,
  redisAddress,
  type ChassisConfig,
} from '@ctdb/chassis';
import { jobQueues, serviceNames, type QueueState } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Redis } from 'ioredis';

const REDIS_TIMEOUT_MS = 2_000;

/**
 * Reads the job counts of all services' queues. BullMQ's own method is a script, for which Redis demands the
 * right to write.
 */
@Injectable()
export class JobQueueReader implements OnModuleDestroy {
  private readonly redis: Redis;
  private readonly queues: { name: string; key: string }[];

  constructor(
    @Inject(CHASSIS_CONFIG) { REDIS_URL = '', REDIS_PREFIX = '' }: ChassisConfig,
    logger: AppLogger,
  ) {
    this.redis = new Redis({
      ...redisAddress(REDIS_URL),
      commandTimeout: REDIS_TIMEOUT_MS,
      maxRetriesPerRequest: 1,
      lazyConnect: true,
    });
    this.redis.on('error', (error: Error) => logger.debug('Redis is not reachable', error));
    this.queues = Object.entries(jobQueues).flatMap(([service, names]) =>
      names.map((name) => ({
        name: `${service}.${name}`,
        key: `${REDIS_PREFIX}${service}:${name}`,
      })),
    );
  }

  /** The counts; rejects while Redis is unreachable. */
  states(): Promise<QueueState[]> {
    return Promise.all(this.queues.map((each) => this.state(each)));
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }

  private async state({ name, key }: { name: string; key: string }): Promise<QueueState> {
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
