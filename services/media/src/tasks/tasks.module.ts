import { Module } from '@nestjs/common';
import { BackupsModule } from '../backups/backups.module.js';
import { ImageProcessor } from '../pictures/image-processor.js';
import { MemoryLimiter } from '../pictures/memory-limiter.js';
import { FullBackupTask } from './full-backup.task.js';
import { ImageCopies } from './image-copies.js';
import { ImageObjects } from './image-objects.js';
import { ImageRepairTask } from './image-repair.task.js';
import { LegacyImageConverter } from './legacy-image-converter.js';
import { RestoreDrillTask } from './restore-drill.task.js';
import { RestoreTask } from './restore.task.js';

/** What runs do with each image; in the worker, which has one limit for the memory of all pictures. */
@Module({
  imports: [BackupsModule],
  providers: [
    FullBackupTask,
    ImageCopies,
    ImageObjects,
    ImageProcessor,
    ImageRepairTask,
    LegacyImageConverter,
    MemoryLimiter,
    RestoreDrillTask,
    RestoreTask,
  ],
  exports: [
    BackupsModule,
    FullBackupTask,
    ImageProcessor,
    ImageRepairTask,
    RestoreDrillTask,
    RestoreTask,
  ],
})
export class TasksModule {}
