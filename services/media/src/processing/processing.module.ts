import { Module } from '@nestjs/common';
import { BackupFilesModule } from '../backups/backup-files.module.js';
import { ImageStoreModule } from '../images/image-store.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { OrphanSweeper } from '../uploads/orphan-sweeper.js';
import { Sweeper } from '../uploads/sweeper.js';
import { UploadStoreModule } from '../uploads/upload-store.module.js';
import { PicturesModule } from './pictures.module.js';
import { ProcessQueueModule } from './process-queue.module.js';
import { ProcessingService } from './processing.service.js';
import { ProcessingWorker } from './processing.worker.js';
import { Reconciler } from './reconciler.js';

/** Judges and makes images, and looks after uploads that came to nothing; in the worker. */
@Module({
  imports: [
    BackupFilesModule,
    ImageStoreModule,
    PicturesModule,
    ProcessQueueModule,
    QueuesModule,
    StorageModule,
    UploadStoreModule,
  ],
  providers: [OrphanSweeper, ProcessingService, ProcessingWorker, Reconciler, Sweeper],
  exports: [ProcessingService],
})
export class ProcessingModule {}
