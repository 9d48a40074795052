import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { BullModule, BullRegistrar, getQueueToken, getSharedConfigToken } from '@nestjs/bullmq';
import {
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Interval, ScheduleModule } from '@nestjs/schedule';
import {
  type JobSchedulerJson,
  type JobsOptions,
  type Processor,
  type Queue,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import { InFlightTracker } from '../bus/in-flight-tracker.js';
import type { ChassisConfig } from '../config/chassis-env.js';
import { redisAddress, redisOptions } from '../data/redis.js';
import { AppLogger } from '../logging/app-logger.js';
import { CHASSIS_CONFIG } from '../chassis.options.js';

/** Periodic work: a job of this name and scheduler id, every so many milliseconds or by a cron pattern. */
export type JobSchedule = {
  queue: string;
  id: string;
  /** Applies to the jobs; a failed job is not repeated without. */
  opts?: Pick<JobsOptions, 'attempts' | 'backoff'>;
} & (
  | { every: number; pattern?: never; tz?: never }
  | { every?: never; pattern: string; tz: string }
);

/** Injection token of the queues and schedules of {@link Schedules}. */
const JOB_SCHEDULES = Symbol('JOB_SCHEDULES');

const CHECK_INTERVAL_MS = 30_000;

/**
 * Keeps the job schedulers of the service's queues as declared: Redis may lose them. BullMQ compares
 * the time of a run with the clock of the process that looks, and counts the next run from the one
 * before. A clock that is two hours wrong therefore makes a run come up to two hours early or late,
 * and neither repeats nor loses one. A next run of `every` that such a clock put far away is computed
 * again within 30 s.
 */
@Injectable()
export class Schedules implements OnModuleInit, OnApplicationBootstrap {
  private checking: Promise<void> | undefined;

  constructor(
    @Inject(JOB_SCHEDULES)
    private readonly declared: { queues: readonly string[]; schedules: readonly JobSchedule[] },
    private readonly modules: ModuleRef,
    private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    for (const queue of this.declared.queues)
      this.getQueue(queue).on('error', (error) =>
        this.logger.warn('a queue is not reachable', { queue }, error),
      );
  }

  onApplicationBootstrap(): void {
    this.restore();
  }

  @Interval(CHECK_INTERVAL_MS)
  restore(): void {
    this.checking ??= this.restoreAll()
      .catch((error: unknown) => this.logger.warn('restoring the job schedules failed', error))
      .finally(() => {
        this.checking = undefined;
      });
  }

  private getQueue(name: string): Queue {
    return this.modules.get<Queue>(getQueueToken(name), { strict: false });
  }

  private async restoreAll(): Promise<void> {
    for (const name of this.declared.queues) {
      const queue = this.getQueue(name);
      const wanted = this.declared.schedules.filter((schedule) => schedule.queue === name);
      const known = await queue.getJobSchedulers();
      const unknown = known.filter(({ key }) => !wanted.some(({ id }) => id === key));
      for (const { key } of unknown) await queue.removeJobScheduler(key);
      for (const schedule of wanted) {
        const { id, opts: retries = {} } = schedule;
        const found = known.find(({ key }) => key === id);
        if (isAsDeclared(found, schedule, Date.now())) continue;
        const repeat =
          schedule.every === undefined
            ? { pattern: schedule.pattern, tz: schedule.tz }
            : { every: schedule.every };
        const opts = { removeOnComplete: true, removeOnFail: true, ...retries };
        await queue.upsertJobScheduler(id, repeat, { name: id, opts });
      }
    }
  }
}

/** A next run later than two intervals was computed by a clock that runs ahead. */
const isAsDeclared = (
  found: JobSchedulerJson | undefined,
  { every, pattern, tz, opts }: JobSchedule,
  now: number,
): boolean =>
  found !== undefined &&
  Number(found.every ?? 0) === (every ?? 0) &&
  found.pattern === pattern &&
  found.tz === tz &&
  found.template?.opts?.attempts === opts?.attempts &&
  isDeepStrictEqual(found.template?.opts?.backoff, opts?.backoff) &&
  (every === undefined || (found.next ?? 0) <= now + 2 * every);

/** Describes what {@link JobsModule} is given. */
export interface JobsModuleOptions {
  /** Prefix of the service's queues in Redis; the same in all of its processes. */
  service: string;
  queues: readonly string[];
  /** The same list in all processes of the service: what is not in it is removed. */
  schedules?: readonly JobSchedule[] | (() => readonly JobSchedule[]);
}

const DRAIN_TIMEOUT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 2_500;
const INFO_PAUSE_MS = 200;

/** The connection of all queues of a process: without Redis a call of a queue fails within 2 s. */
class QueueRedis extends Redis {
  /** BullMQ calls it for the connection on which a worker waits for jobs, which must not time out. */
  override duplicate(override?: Partial<RedisOptions>): Redis {
    const limits = { commandTimeout: undefined, maxRetriesPerRequest: null };
    return new Redis({ ...this.options, ...override, ...limits });
  }

  /** BullMQ asks once for the version; its worker would never work without an answer, so it is asked again. */
  override async info(...sections: unknown[]): Promise<string> {
    while (this.status !== 'end') {
      const text = await super.info(...(sections as string[])).catch(() => undefined);
      if (text !== undefined) return text;
      await pause(INFO_PAUSE_MS);
    }
    throw new Error('the connection to Redis is closed');
  }
}

/** Options of all workers: the job of a killed worker runs again after 8 to 10 s. */
export const workerRecovery = { lockDuration: 8_000, stalledInterval: 2_000, maxStalledCount: 20 };

/** A worker with {@link workerRecovery}, whose end does not wait for an unreachable Redis. */
class BoundedWorker extends Worker {
  private readonly inFlight = new InFlightTracker();
  private bounded: Promise<void> | undefined;

  constructor(name: string, processor: Processor, options: WorkerOptions) {
    super(name, processor, { ...workerRecovery, ...options });
  }

  override close(force?: boolean): Promise<void> {
    const giveUp = async (): Promise<void> => {
      await this.inFlight.waitUntilIdle(DRAIN_TIMEOUT_MS);
      await pause(CLOSE_TIMEOUT_MS, undefined, { ref: false });
    };
    return (this.bounded ??= Promise.race([super.close(force), giveUp()]));
  }

  protected override callProcessJob(
    ...job: Parameters<Worker['callProcessJob']>
  ): Promise<unknown> {
    return this.inFlight.track(() => super.callProcessJob(...job));
  }
}
BullModule.workerClass = BoundedWorker;

/** Queues, their workers (`@Processor`), and timers (`@Interval`) of a process with Redis. */
@Module({})
export class JobsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(getSharedConfigToken()) private readonly shared: { connection: Redis },
    private readonly registrar: BullRegistrar,
  ) {}

  static forRoot({ service, queues, schedules = [] }: JobsModuleOptions): DynamicModule {
    const registered = BullModule.registerQueue(...queues.map((name) => ({ name })));
    return {
      module: JobsModule,
      global: true,
      imports: [
        ScheduleModule.forRoot(),
        BullModule.forRootAsync({
          inject: [CHASSIS_CONFIG],
          useFactory: ({ REDIS_URL = '', REDIS_PREFIX = '' }: ChassisConfig) => ({
            connection: new QueueRedis({ ...redisAddress(REDIS_URL), ...redisOptions }),
            // BullMQ has a prefix of its own and does not take the client's.
            prefix: `${REDIS_PREFIX}${service}`,
            skipWaitingForReady: true,
            skipVersionCheck: true,
          }),
          // Nest would start the workers before the application is ready.
          extraOptions: { manualRegistration: true },
        }),
        registered,
      ],
      providers: [
        Schedules,
        {
          provide: JOB_SCHEDULES,
          useFactory: () => ({
            queues,
            schedules: typeof schedules === 'function' ? schedules() : schedules,
          }),
        },
      ],
      exports: [registered],
    };
  }

  onApplicationBootstrap(): void {
    this.registrar.register();
  }

  onApplicationShutdown(): void {
    this.shared.connection.disconnect();
  }
}
