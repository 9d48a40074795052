import { Module } from '@nestjs/common';
import { ImageBackups } from '../images/image-backups.js';
import { ImagesModule } from '../images/images.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { BackupFileStore } from './backup-file-store.js';
import { BackupQueue, QueuedImageBackups } from './backup-queue.js';
import { BackupWriter } from './backup-writer.js';
import { BackupsRepository } from './backups.repository.js';

/** Backups as all processes use them. */
@Module({
  imports: [ImagesModule, QueuesModule, RunsModule],
  providers: [
    BackupFileStore,
    BackupQueue,
    BackupsRepository,
    BackupWriter,
    { provide: ImageBackups, useClass: QueuedImageBackups },
  ],
  exports: [
    BackupFileStore,
    BackupQueue,
    BackupsRepository,
    BackupWriter,
    ImageBackups,
    ImagesModule,
    RunsModule,
  ],
})
export class BackupsModule {}
