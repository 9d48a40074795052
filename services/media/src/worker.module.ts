import { Module } from '@nestjs/common';
import { AuditHeadsProcessor } from './backups/audit-heads.js';
import { BackupFolderMetrics } from './backups/backup.metrics.js';
import { BackupManifests } from './backups/backup-manifests.js';
import { BackupProcessor } from './backups/backup-queue.js';
import { MediaCoreModule } from './media-core.module.js';
import { ImageProcessor } from './pictures/image-processor.js';
import { MemoryLimiter } from './pictures/memory-limiter.js';
import { RunSchedule } from './runs/runs.service.js';
import { SampleImageJob } from './samples/sample-image-job.js';
import { RunHandlers } from './run-handlers/run-handlers.js';
import { RunProcessor } from './run-handlers/run.processor.js';
import { PurgeService } from './trash/purge.service.js';
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
    ImageProcessor,
    MemoryLimiter,
    PurgeService,
    RunHandlers,
    RunProcessor,
    RunSchedule,
    SampleImageJob,
    UploadProcessor,
    UploadSweeper,
  ],
})
export class WorkerModule {}
