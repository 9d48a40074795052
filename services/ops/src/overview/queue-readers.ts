import {
  AmqpConnection,
  AppLogger,
  BusNames,
  CHASSIS_CONFIG,
  type ChassisConfig,
} from '@ctdb/chassis';
import { jobQueues, serviceNames, type QueueState } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';

const REDIS_TIMEOUT_MS = 2_000;

/** Reads the job counts of all services' queues. */
@Injectable()
export class JobQueueReader implements OnModuleDestroy {
  private readonly redis: Redis;
  private readonly queues: { name: string; queue: Queue }[];

  constructor(
    @Inject(CHASSIS_CONFIG) { REDIS_URL = '', REDIS_PREFIX = '' }: ChassisConfig,
    private readonly logger: AppLogger,
  ) {
    // BullMQ has a prefix of its own and does not take the client's.
    this.redis = new Redis(REDIS_URL, {
      commandTimeout: REDIS_TIMEOUT_MS,
      maxRetriesPerRequest: 1,
      lazyConnect: true,
    });
    this.redis.on('error', (error: Error) => logger.debug('Redis is not reachable', error));
    this.queues = Object.entries(jobQueues).flatMap(([service, names]) =>
      names.map((name) => ({
        name: `${service}.${name}`,
        queue: this.openQueue(name, `${REDIS_PREFIX}${service}`),
      })),
    );
  }

  /** The counts; `undefined` while Redis is unreachable. */
  async states(): Promise<QueueState[] | undefined> {
    try {
      return await Promise.all(this.queues.map((each) => this.state(each)));
    } catch (error) {
      this.logger.warn('reading job counts failed', error);
      return undefined;
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.allSettled(this.queues.map(({ queue }) => queue.close()));
    this.redis.disconnect();
  }

  private openQueue(name: string, prefix: string): Queue {
    const queue = new Queue(name, { connection: this.redis, prefix, skipMetasUpdate: true });
    queue.on('error', (error) => this.logger.debug('a queue is not reachable', error));
    return queue;
  }

  private async state({ name, queue }: { name: string; queue: Queue }): Promise<QueueState> {
    const counts = await queue.getJobCounts(
      'waiting',
      'prioritized',
      'active',
      'delayed',
      'failed',
    );
    const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
    return {
      name,
      kind: 'job',
      waiting: waiting + prioritized,
      active,
      delayed,
      failed,
    };
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
