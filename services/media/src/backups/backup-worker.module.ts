import { Module } from '@nestjs/common';
import { DrillModule } from '../drill/drill.module.js';
import { DrillTask } from '../drill/drill.task.js';
import { HealthModule } from '../health/health.module.js';
import { HealthTask } from '../health/health.task.js';
import { QueuesModule } from '../queues/queues.module.js';
import { RestoreModule } from '../restore/restore.module.js';
import { RestoreTask } from '../restore/restore.task.js';
import { RunBellWorker } from '../runs/run-bell.worker.js';
import { RunLoop } from '../runs/run-loop.js';
import { RunSchedule } from '../runs/run-schedule.js';
import { RUN_TASKS, type RunTask } from '../runs/run-task.js';
import { RunWorker } from '../runs/run-worker.js';
import { RunsModule } from '../runs/runs.module.js';
import { AutomaticBackups } from './automatic-backups.js';
import { BackupReconciler } from './backup-reconciler.js';
import { BackupWorker } from './backup.worker.js';
import { BackupFilesModule } from './backup-files.module.js';
import { FolderFigures } from './folder.figures.js';
import { FullTask } from './full.task.js';
import { PartSweeper } from './part-sweeper.js';

/** What the worker process does for backups and for the health of images. */
@Module({
  imports: [BackupFilesModule, DrillModule, HealthModule, QueuesModule, RestoreModule, RunsModule],
  providers: [
    AutomaticBackups,
    BackupReconciler,
    BackupWorker,
    FolderFigures,
    FullTask,
    PartSweeper,
    RunBellWorker,
    RunLoop,
    RunSchedule,
    RunWorker,
    {
      provide: RUN_TASKS,
      inject: [FullTask, RestoreTask, DrillTask, HealthTask],
      useFactory: (...tasks: RunTask[]) => tasks,
    },
  ],
})
export class BackupWorkerModule {}
