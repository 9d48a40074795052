import { Module } from '@nestjs/common';
import { ImageBackups } from '../images/image-backups.js';
import { ImagesModule } from '../images/images.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { BackupFileStore } from './backup-file-store.js';
import { BackupQueue } from './backup-queue.js';
import { BackupWriter } from './backup-writer.js';
import { BackupsRepository } from './backups.repository.js';

const providers = [BackupFileStore, BackupQueue, BackupsRepository, BackupWriter];

/** Backups as all processes use them. */
@Module({
  imports: [ImagesModule, RunsModule],
  providers: [...providers, { provide: ImageBackups, useExisting: BackupQueue }],
  exports: [...providers, ImageBackups, ImagesModule, RunsModule],
})
export class BackupsModule {}
