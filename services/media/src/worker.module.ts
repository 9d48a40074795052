import { Module } from '@nestjs/common';
import { BackupFolderMetrics } from './backups/backup.metrics.js';
import { BackupProcessor } from './backups/backup.processor.js';
import { mediaCore } from './core.js';
import { PurgeService } from './images/purge.service.js';
import { MaintenanceProcessor } from './maintenance.processor.js';
import { RUN_HANDLERS, type RunHandler } from './runs/run-handler.js';
import { RunProcessor } from './runs/run.processor.js';
import { SampleImageJob } from './samples/sample-image-job.js';
import { SamplesRepository } from './samples/samples.repository.js';
import { FullBackupTask } from './tasks/full-backup.task.js';
import { ImageRepairTask } from './tasks/image-repair.task.js';
import { RestoreDrillTask } from './tasks/restore-drill.task.js';
import { RestoreTask } from './tasks/restore.task.js';
import { TasksModule } from './tasks/tasks.module.js';
import { OrphanSweeper } from './uploads/orphan-sweeper.js';
import { UploadSweeper } from './uploads/upload-sweeper.js';
import { UploadProcessor } from './uploads/upload.processor.js';
import { UploadsModule } from './uploads/uploads.module.js';

/** The process that works off the queues: uploads, backups, runs, and all that is periodic. */
@Module({
  imports: [...mediaCore('media-worker'), TasksModule, UploadsModule],
  providers: [
    BackupFolderMetrics,
    BackupProcessor,
    MaintenanceProcessor,
    OrphanSweeper,
    PurgeService,
    RunProcessor,
    SampleImageJob,
    SamplesRepository,
    UploadProcessor,
    UploadSweeper,
    {
      provide: RUN_HANDLERS,
      inject: [FullBackupTask, RestoreTask, RestoreDrillTask, ImageRepairTask],
      useFactory: (...tasks: RunHandler[]) => tasks,
    },
  ],
})
export class WorkerModule {}
