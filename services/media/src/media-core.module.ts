import { ChassisModule, ConfigModule, Health, recordModels } from '@ctdb/chassis';
import { JobsModule } from '@ctdb/chassis/jobs';
import { ObjectStore } from '@ctdb/chassis/storage';
import { jobQueues } from '@ctdb/contracts';
import { Module, type DynamicModule } from '@nestjs/common';
import { BackupFileStore } from './backups/backup-file-store.js';
import { BackupQueue } from './backups/backup-queue.js';
import { BackupRecord } from './backups/backup.record.js';
import { BackupWriter } from './backups/backup-writer.js';
import { BackupsRepository } from './backups/backups.repository.js';
import { loadConfig, MEDIA_CONFIG, type MediaConfig } from './config.js';
import { CatalogClient } from './images/catalog-client.js';
import { ImageRecord } from './images/image.record.js';
import { ImagesRepository } from './images/images.repository.js';
import { InteractiveWork } from './pictures/memory-limiter.js';
import { RunRecord } from './runs/run.record.js';
import { RunsRepository } from './runs/runs.repository.js';
import { RunsService } from './runs/runs.service.js';
import { UploadQueue } from './uploads/upload-queue.js';
import { UploadsRepository } from './uploads/uploads.repository.js';

const shared = [
  BackupFileStore,
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
        JobsModule.forRoot({ service: 'media', queues: jobQueues.media }),
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
