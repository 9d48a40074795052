import { ChassisModule, ConfigModule, Health, recordModels } from '@ctdb/chassis';
import { JobsModule, type JobSchedule } from '@ctdb/chassis/jobs';
import { ObjectStore } from '@ctdb/chassis/storage';
import { jobQueues } from '@ctdb/contracts';
import { Module, type DynamicModule } from '@nestjs/common';
import { MAINTENANCE_QUEUE, READ_AUDIT_HEADS } from './backups/audit-heads-reader.js';
import { BackupFileStore } from './backups/backup-file-store.js';
import { BackupQueue } from './backups/backup-queue.js';
import { BackupRecord } from './backups/backup.record.js';
import { BackupWriter } from './backups/backup-writer.js';
import { BackupsRepository } from './backups/backups.repository.js';
import { loadConfig, MEDIA_CONFIG, type MediaConfig } from './config.js';
import { BackupImagesRepository } from './images/backup-images.repository.js';
import { CatalogClient } from './images/catalog-client.js';
import { ImageRecord } from './images/image.record.js';
import { ImagesRepository } from './images/images.repository.js';
import { InteractiveWork } from './pictures/memory-limiter.js';
import { RunRecord } from './runs/run.record.js';
import { RunsRepository } from './runs/runs.repository.js';
import { RunsService } from './runs/runs.service.js';
import { UploadQueue } from './uploads/upload-queue.js';
import { UploadsRepository } from './uploads/uploads.repository.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A database that is unreachable for half an hour costs no night. */
const START_RETRIES = { attempts: 30, backoff: { type: 'fixed', delay: MINUTE_MS } } as const;

const intervals = {
  'reconcile-uploads': 30_000,
  'reconcile-backups': 30_000,
  'purge-trash': 10 * MINUTE_MS,
  'sweep-uploads': 15 * MINUTE_MS,
  'sweep-temp-files': HOUR_MS,
};

/** Work on {@link MAINTENANCE_QUEUE}: periodic, but for the last one. */
export type MaintenanceJob =
  | keyof typeof intervals
  | 'full-backup'
  | 'restore-drill'
  | typeof READ_AUDIT_HEADS;

/** The schedule of the periodic work; without the jobs whose cron expression is `off`. */
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

const shared = [
  BackupFileStore,
  BackupImagesRepository,
  BackupQueue,
  BackupsRepository,
  BackupWriter,
  CatalogClient,
  ImagesRepository,
  InteractiveWork,
  RunsRepository,
  RunsService,
  UploadQueue,
  UploadsRepository,
];

/** Provides what each process of media uses: configuration, servers, queues, records. */
@Module({})
export class MediaCoreModule {
  static forProcess(service: string, { isCommand = false } = {}): DynamicModule {
    const models = recordModels(BackupRecord, ImageRecord, RunRecord);
    return {
      module: MediaCoreModule,
      imports: [
        ConfigModule.forRoot(MEDIA_CONFIG, loadConfig),
        ChassisModule.forRoot({
          service,
          isCommand,
          mongo: true,
          redis: true,
          outboxCollections: ['images', 'backup_logs'],
        }),
        JobsModule.forRoot({
          service: 'media',
          queues: jobQueues.media,
          schedules: createSchedules,
        }),
        models,
      ],
      providers: [
        {
          provide: ObjectStore,
          inject: [MEDIA_CONFIG, Health],
          useFactory: ({ storage }: MediaConfig, health: Health) => {
            const store = new ObjectStore(storage);
            // Also creates the bucket: the first check comes with the first heartbeat.
            health.register('storage', () => store.ensureBucket());
            return store;
          },
        },
        ...shared,
      ],
      exports: [ObjectStore, models, ...shared],
    };
  }
}
