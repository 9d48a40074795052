import { Module } from '@nestjs/common';
import { AuditHeadsProcessor } from './backups/audit-heads.js';
import { BackupFolderMetrics } from './backups/backup.metrics.js';
import { BackupManifests } from './backups/backup-manifests.js';
import { BackupProcessor } from './backups/backup-queue.js';
import { MediaCoreModule } from './media-core.module.js';
import { ImageProcessor } from './pictures/image-processor.js';
import { MemoryLimiter } from './pictures/memory-limiter.js';
import { RUN_HANDLERS, type RunHandler } from './runs/run-handler.js';
import { RunProcessor } from './runs/run.processor.js';
import { RunSchedule } from './runs/run-schedule.js';
import { SampleImageJob } from './samples/sample-image-job.js';
import { ImageCopies } from './run-handlers/image-copies.js';
import { ImageCheckHandler } from './run-handlers/image-check.handler.js';
import { PurgeService } from './trash/purge.service.js';
import {
  FullBackupHandler,
  RestoreDrillHandler,
  RestoreHandler,
} from './run-handlers/backup.handlers.js';
import { UploadSweeper } from './uploads/upload-sweeper.js';
import { UploadProcessor } from './uploads/upload.processor.js';

/** The process that works off the queues: uploads, backups, runs, and all that is periodic. */
@Module({
  imports: [MediaCoreModule.forProcess('media-worker')],
  providers: [
    AuditHeadsProcessor,
    BackupFolderMetrics,
    BackupManifests,
    BackupProcessor,
    FullBackupHandler,
    ImageCopies,
    ImageProcessor,
    ImageCheckHandler,
    MemoryLimiter,
    PurgeService,
    RestoreDrillHandler,
    RestoreHandler,
    RunProcessor,
    RunSchedule,
    SampleImageJob,
    UploadProcessor,
    UploadSweeper,
    {
      provide: RUN_HANDLERS,
      inject: [FullBackupHandler, RestoreHandler, RestoreDrillHandler, ImageCheckHandler],
      useFactory: (...handlers: RunHandler[]) => handlers,
    },
  ],
})
export class WorkerModule {}
