import { Module } from '@nestjs/common';
import { BackupFilesModule } from '../backups/backup-files.module.js';
import { PicturesModule } from '../processing/pictures.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { Copies } from './copies.js';
import { Objects } from './objects.js';
import { RestoreTask } from './restore.task.js';

@Module({
  imports: [BackupFilesModule, PicturesModule, StorageModule],
  providers: [Copies, Objects, RestoreTask],
  exports: [Copies, Objects, RestoreTask],
})
export class RestoreModule {}
