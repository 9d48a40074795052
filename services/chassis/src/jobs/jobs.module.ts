import { setTimeout as pause } from 'node:timers/promises';
import { BullModule, BullRegistrar, getQueueToken, getSharedConfigToken } from '@nestjs/bullmq';
import {
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { type Processor, type Queue, Worker, type WorkerOptions } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import { InFlightTracker } from '../bus/in-flight-tracker.js';
import type { ChassisConfig } from '../config/chassis-env.js';
import { redisAddress, redisOptions } from '../data/redis.js';
import { AppLogger } from '../logging/app-logger.js';
import { CHASSIS_CONFIG } from '../chassis.options.js';

/** Periodic work: a job of this name and id, every so many milliseconds. */
interface JobSchedule {
  queue: string;
  id: string;
  every: number;
}

const FORMER_SCHEDULES_INTERVAL_MS = 60_000;
/** The part of an interval in which a second job is refused: a timer may fire a little early. */
const REFUSED_SHARE = 0.9;

/** Describes what {@link JobsModule} is given. */
export interface JobsModuleOptions {
  /** Prefix of the service's queues in Redis; the same in all of its processes. */
  service: string;
  queues: readonly string[];
  /** Is called when the application is ready. */
  schedules?: () => readonly JobSchedule[];
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

  protected override callProcessJob(...job: Parameters<Worker['callProcessJob']>) {
    return this.inFlight.track(() => super.callProcessJob(...job));
  }
}
BullModule.workerClass = BoundedWorker;

/** Injection token of the {@link JobsModuleOptions}. */
const JOBS_OPTIONS = Symbol('JOBS_OPTIONS');

/**
 * Queues, their workers (`@Processor`), and timers (`@Interval`) of a process with Redis. Periodic jobs are queued by
 * every process of the service, and Redis lets one of them through in each interval: nothing of a schedule is kept
 * there that it may lose, and no process's clock decides.
 */
@Module({})
export class JobsModule
  implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown
{
  private timers: NodeJS.Timeout[] = [];

  constructor(
    @Inject(getSharedConfigToken()) private readonly shared: { connection: Redis },
    @Inject(JOBS_OPTIONS) private readonly options: JobsModuleOptions,
    private readonly registrar: BullRegistrar,
    private readonly modules: ModuleRef,
    private readonly logger: AppLogger,
  ) {}

  static forRoot(options: JobsModuleOptions): DynamicModule {
    const registered = BullModule.registerQueue(...options.queues.map((name) => ({ name })));
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
            prefix: `${REDIS_PREFIX}${options.service}`,
            skipWaitingForReady: true,
            skipVersionCheck: true,
          }),
          // Nest would start the workers before the application is ready.
          extraOptions: { manualRegistration: true },
        }),
        registered,
      ],
      providers: [{ provide: JOBS_OPTIONS, useValue: options }],
      exports: [registered],
    };
  }

  onModuleInit(): void {
    for (const queue of this.options.queues)
      this.getQueue(queue).on('error', (error) =>
        this.logger.warn('a queue is not reachable', { queue }, error),
      );
  }

  onApplicationBootstrap(): void {
    this.registrar.register();
    for (const schedule of this.options.schedules?.() ?? []) {
      void this.add(schedule);
      this.timers.push(setInterval(() => void this.add(schedule), schedule.every));
    }
    void this.removeSchedulers();
    const repeat = () => void this.removeSchedulers();
    this.timers.push(setInterval(repeat, FORMER_SCHEDULES_INTERVAL_MS));
  }

  onModuleDestroy(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  onApplicationShutdown(): void {
    this.shared.connection.disconnect();
  }

  private getQueue(name: string): Queue {
    return this.modules.get<Queue>(getQueueToken(name), { strict: false });
  }

  /** Adds nothing while the job before is there. */
  private async add({ queue, id, every }: JobSchedule): Promise<void> {
    const deduplication = { id, ttl: Math.floor(every * REFUSED_SHARE) };
    const options = { jobId: id, deduplication, removeOnComplete: true, removeOnFail: true };
    await this.getQueue(queue)
      .add(id, {}, options)
      .catch((error: unknown) => this.logger.warn('queueing a periodic job failed', { id }, error));
  }

  /** Those that a process of the version before keeps, and restores, in Redis. */
  private async removeSchedulers(): Promise<void> {
    try {
      for (const queue of this.options.queues.map((name) => this.getQueue(name)))
        for (const { key } of await queue.getJobSchedulers()) await queue.removeJobScheduler(key);
    } catch (error) {
      this.logger.warn('removing former schedules failed', error);
    }
  }
}
