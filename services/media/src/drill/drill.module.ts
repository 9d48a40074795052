import { Module } from '@nestjs/common';
import { BackupFilesModule } from '../backups/backup-files.module.js';
import { RestoreModule } from '../restore/restore.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { DrillTask } from './drill.task.js';

@Module({
  imports: [BackupFilesModule, RestoreModule, StorageModule],
  providers: [DrillTask],
  exports: [DrillTask],
})
export class DrillModule {}
