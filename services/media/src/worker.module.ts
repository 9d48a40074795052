import { Module } from '@nestjs/common';
import { BackupReconciler } from './backups/backup-reconciler.js';
import { BackupFolderMetrics } from './backups/backup.metrics.js';
import { BackupWorker } from './backups/backup.worker.js';
import { TempFileSweeper } from './backups/temp-file-sweeper.js';
import { UploadBackupService } from './backups/upload-backup.service.js';
import { createMediaChassis } from './chassis.js';
import { PurgeService } from './images/purge.service.js';
import { RunBellWorker } from './runs/run-bell.worker.js';
import { RunExecutor } from './runs/run-loop.js';
import { RunSchedule } from './runs/run-schedule.js';
import { RUN_TASKS, type RunHandler } from './runs/run-task.js';
import { RunWorker } from './runs/run-worker.js';
import { SamplesRepository } from './samples/samples.repository.js';
import { SampleImageJob } from './samples/samples.service.js';
import { StorageModule } from './storage/storage.module.js';
import { FullBackupTask } from './tasks/full-backup.task.js';
import { ImageRepairTask } from './tasks/image-repair.task.js';
import { RestoreDrillTask } from './tasks/restore-drill.task.js';
import { RestoreTask } from './tasks/restore.task.js';
import { TasksModule } from './tasks/tasks.module.js';
import { OrphanSweeper } from './uploads/orphan-sweeper.js';
import { ProcessingService } from './uploads/processing.service.js';
import { ProcessingWorker } from './uploads/processing.worker.js';
import { UploadReconciler } from './uploads/upload-reconciler.js';
import { UploadSweeper } from './uploads/upload-sweeper.js';
import { UploadsModule } from './uploads/uploads.module.js';

/** The process that works off the queues: uploads, backups, runs, and all that is periodic. */
@Module({
  imports: [StorageModule, createMediaChassis('media-worker'), TasksModule, UploadsModule],
  providers: [
    BackupFolderMetrics,
    BackupReconciler,
    BackupWorker,
    OrphanSweeper,
    ProcessingService,
    ProcessingWorker,
    PurgeService,
    RunBellWorker,
    RunExecutor,
    RunSchedule,
    RunWorker,
    SampleImageJob,
    SamplesRepository,
    TempFileSweeper,
    UploadBackupService,
    UploadReconciler,
    UploadSweeper,
    {
      provide: RUN_TASKS,
      inject: [FullBackupTask, RestoreTask, RestoreDrillTask, ImageRepairTask],
      useFactory: (...tasks: RunHandler[]) => tasks,
    },
  ],
})
export class WorkerModule {}
