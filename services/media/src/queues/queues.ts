import { AppLogger } from '@ctdb/chassis';
import { mediaQueues, type MediaQueueState } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Queue, QueueEvents, Worker, type Processor, type WorkerOptions } from 'bullmq';
import { MEDIA_CONFIG, type MediaConfig } from '../config.js';

/** Nobody waits longer than this for a queue that is away; milliseconds. */
const PATIENCE_MS = 2_000;

interface Closable {
  close(): Promise<void>;
}

/**
 * Makes queues, their workers and the ears for what becomes of their jobs, and closes all of them at
 * the end: workers first, after the jobs that they have begun. What a job failed with goes to the log.
 */
@Injectable()
export class Queues implements OnModuleDestroy {
  private readonly queues = new Map<string, Pick<Queue, 'getJobCounts'>>();
  private readonly workers: Closable[] = [];
  private readonly others: Closable[] = [];

  constructor(
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
    private readonly logger: AppLogger,
  ) {}

  /** A queue to put jobs on; fails soon when Redis is away. Jobs leave no trace when they are over. */
  queue<T>(name: string): Queue<T, void, string> {
    const queue = new Queue<T, void, string>(name, {
      ...this.place({ commandTimeout: PATIENCE_MS, maxRetriesPerRequest: 1 }),
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
    this.queues.set(name, queue);
    return this.keep(this.others, queue, name);
  }

  /** How full those queues are that this process puts jobs on. */
  async states(): Promise<MediaQueueState[]> {
    const known = mediaQueues.flatMap((name) => {
      const queue = this.queues.get(name);
      return queue ? [{ name, queue }] : [];
    });
    return Promise.all(
      known.map(async ({ name, queue }) => {
        const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
        const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
        return { name, waiting, active, delayed, failed };
      }),
    );
  }

  /** Works off a queue. */
  worker<T>(
    name: string,
    process: Processor<T, void, string>,
    options: Pick<
      WorkerOptions,
      'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount'
    >,
  ): Worker<T, void, string> {
    const worker = new Worker<T, void, string>(name, process, { ...this.place(), ...options });
    worker.on('failed', (job, error) =>
      this.logger.warn(
        'a job failed',
        { queue: name, job: job?.id, try: job?.attemptsMade },
        error,
      ),
    );
    return this.keep(this.workers, worker, name);
  }

  /** Hears which jobs of a queue are over. */
  events(name: string): QueueEvents {
    return this.keep(this.others, new QueueEvents(name, this.place()), name);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.workers.map((each) => each.close()));
    await Promise.all(this.others.map((each) => each.close()));
  }

  private place(limits: object = { maxRetriesPerRequest: null }) {
    const { redisUrl, prefix } = this.config.queues;
    return { connection: { url: redisUrl, ...limits }, prefix };
  }

  private keep<C extends Closable & { on(event: 'error', heard: (error: Error) => void): unknown }>(
    list: Closable[],
    made: C,
    queue: string,
  ): C {
    made.on('error', (error) => this.logger.warn('a queue cannot be reached', { queue }, error));
    list.push(made);
    return made;
  }
}
