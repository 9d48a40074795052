import { BullModule, BullRegistrar, getQueueToken } from '@nestjs/bullmq';
import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import type { Queue } from 'bullmq';
import type { ChassisConfig } from '../config/chassis-env.js';
import { AppLogger } from '../logging/app-logger.js';
import { CHASSIS_CONFIG } from '../tokens.js';
import { JOB_SCHEDULES, Schedules, type JobSchedule } from './schedules.js';

/** What {@link JobsModule} is given. */
export interface JobsOptions {
  /** Prefix of the service's queues in Redis; the same in all of its processes. */
  service: string;
  queues: readonly string[];
  /** The same list in all processes of the service: what is not in it is removed. */
  schedules?: readonly JobSchedule[] | (() => readonly JobSchedule[]);
}

/** Queues, their workers (`@Processor`), and timers (`@Interval`) of a process with Redis. */
@Module({})
export class JobsModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    @Inject(JOB_SCHEDULES) private readonly declared: { queues: readonly string[] },
    private readonly registrar: BullRegistrar,
    private readonly modules: ModuleRef,
    private readonly logger: AppLogger,
  ) {}

  static forRoot({ service, queues, schedules = [] }: JobsOptions): DynamicModule {
    const registered = BullModule.registerQueue(...queues.map((name) => ({ name })));
    return {
      module: JobsModule,
      global: true,
      imports: [
        ScheduleModule.forRoot(),
        BullModule.forRootAsync({
          inject: [CHASSIS_CONFIG],
          useFactory: ({ REDIS_URL = '', REDIS_PREFIX = '' }: ChassisConfig) => ({
            connection: { url: REDIS_URL, retryStrategy: reconnectDelayMs },
            // BullMQ has a prefix of its own and does not take the client's.
            prefix: `${REDIS_PREFIX}${service}`,
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

  onModuleInit(): void {
    for (const name of this.declared.queues)
      this.modules
        .get<Queue>(getQueueToken(name), { strict: false })
        .on('error', (error) =>
          this.logger.warn('a queue is not reachable', { queue: name }, error),
        );
  }

  onApplicationBootstrap(): void {
    this.registrar.register();
  }
}

const reconnectDelayMs = (attempts: number): number => Math.min(2_000, 100 * 2 ** attempts);
