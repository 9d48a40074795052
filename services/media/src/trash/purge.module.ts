import { Module } from '@nestjs/common';
import { BackupFilesModule } from '../backups/backup-files.module.js';
import { ImageStoreModule } from '../images/image-store.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { Diseases } from './diseases.js';
import { LostWords } from './lost-words.js';
import { PurgeService } from './purge.service.js';
import { TrashRepository } from './trash.repository.js';

/** Empties the trash; in the worker. */
@Module({
  imports: [BackupFilesModule, ImageStoreModule, StorageModule],
  providers: [Diseases, LostWords, PurgeService, TrashRepository],
})
export class PurgeModule {}
