import { Module } from '@nestjs/common';
import { BackupFilesModule } from '../backups/backup-files.module.js';
import { PicturesModule } from '../processing/pictures.module.js';
import { RestoreModule } from '../restore/restore.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { HealthTask } from './health.task.js';
import { Legacy } from './legacy.js';

@Module({
  imports: [BackupFilesModule, PicturesModule, RestoreModule, StorageModule],
  providers: [HealthTask, Legacy],
  exports: [HealthTask],
})
export class HealthModule {}
