import { AppLogger, CHASSIS_CONFIG, type ChassisConfig } from '@ctdb/chassis';
import { jobQueues, type QueueState } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';

/** Nobody waits longer than this for a Redis that is away; milliseconds. */
const PATIENCE_MS = 2_000;

/** Looks at the queues of jobs of all services, and changes nothing in them. */
@Injectable()
export class JobQueues implements OnModuleDestroy {
  private readonly redis: Redis;
  private readonly queues: { name: string; queue: Queue }[];

  constructor(
    @Inject(CHASSIS_CONFIG) { REDIS_URL = '', REDIS_PREFIX = '' }: ChassisConfig,
    private readonly logger: AppLogger,
  ) {
    // BullMQ has a prefix of its own and does not take the client's.
    this.redis = new Redis(REDIS_URL, {
      commandTimeout: PATIENCE_MS,
      maxRetriesPerRequest: 1,
      lazyConnect: true,
    });
    this.redis.on('error', (error: Error) => logger.debug('the queues cannot be reached', error));
    this.queues = Object.entries(jobQueues).flatMap(([service, names]) =>
      names.map((name) => ({
        name: `${service}.${name}`,
        queue: this.look(name, `${REDIS_PREFIX}${service}`),
      })),
    );
  }

  /** How full they are; `undefined` where Redis cannot be asked. */
  async states(): Promise<QueueState[] | undefined> {
    try {
      return await Promise.all(this.queues.map((each) => this.state(each)));
    } catch (error) {
      this.logger.warn('the queues of jobs cannot be counted', error);
      return undefined;
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.allSettled(this.queues.map(({ queue }) => queue.close()));
    this.redis.disconnect();
  }

  private look(name: string, prefix: string): Queue {
    const queue = new Queue(name, { connection: this.redis, prefix, skipMetasUpdate: true });
    queue.on('error', (error) => this.logger.debug('a queue cannot be reached', error));
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
