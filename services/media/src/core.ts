import { ChassisModule } from '@ctdb/chassis';
import { JobsModule, type JobSchedule } from '@ctdb/chassis/jobs';
import { mediaQueues } from '@ctdb/contracts';
import type { ModuleMetadata } from '@nestjs/common';
import { loadConfig, type MediaConfig } from './config.js';
import { StorageModule } from './storage/storage.module.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A database that is unreachable for half an hour costs no night. */
const START_RETRIES = { attempts: 30, backoff: { type: 'fixed', delay: MINUTE_MS } } as const;

/** Name of the queue of periodic work. */
export const MAINTENANCE_QUEUE = 'maintenance';

const intervals = {
  'reconcile-uploads': 30_000,
  'reconcile-backups': 30_000,
  'purge-trash': 10 * MINUTE_MS,
  'sweep-uploads': 15 * MINUTE_MS,
  'sweep-temp-files': HOUR_MS,
};

/** Periodic work of the worker. */
export type MaintenanceJob = keyof typeof intervals | 'full-backup' | 'restore-drill';

/** When the worker does what; a cron expression that is `off` belongs to an external schedule. */
export const createSchedules = (
  { backup: { cron, drillCron } }: MediaConfig = loadConfig(),
): JobSchedule[] => {
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const startAt = (id: MaintenanceJob, pattern: string | undefined): JobSchedule[] =>
    pattern === undefined
      ? []
      : [{ queue: MAINTENANCE_QUEUE, id, pattern, tz, opts: START_RETRIES }];
  return [
    ...Object.entries(intervals).map(([id, every]) => ({ queue: MAINTENANCE_QUEUE, id, every })),
    ...startAt('full-backup', cron),
    ...startAt('restore-drill', drillCron),
  ];
};

/** What each process of media needs: configuration, bucket, database, broker, queues. */
export const mediaCore = (service: string): NonNullable<ModuleMetadata['imports']> => [
  StorageModule,
  ChassisModule.forRoot({
    service,
    mongo: true,
    redis: true,
    outboxCollections: ['images', 'backup_logs'],
  }),
  JobsModule.forRoot({
    service: 'media',
    queues: [...mediaQueues, MAINTENANCE_QUEUE],
    schedules: createSchedules,
  }),
];
