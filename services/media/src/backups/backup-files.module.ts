import { Module } from '@nestjs/common';
import { QueuesModule } from '../queues/queues.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { BackupFiles } from './backup-files.js';
import { BackupFolder } from './backup-folder.js';
import { BackupKeeper } from './backup-keeper.js';
import { BackupQueue } from './backup-queue.js';
import { BackupsRepository } from './backups.repository.js';
import { KeptImagesRepository } from './kept-images.repository.js';
import { QueuedBackupFiles } from './queued-backup-files.js';

/** Backups as both processes know them. */
@Module({
  imports: [QueuesModule, StorageModule],
  providers: [
    BackupFolder,
    BackupKeeper,
    BackupQueue,
    BackupsRepository,
    KeptImagesRepository,
    { provide: BackupFiles, useClass: QueuedBackupFiles },
  ],
  exports: [
    BackupFiles,
    BackupFolder,
    BackupKeeper,
    BackupQueue,
    BackupsRepository,
    KeptImagesRepository,
  ],
})
export class BackupFilesModule {}
