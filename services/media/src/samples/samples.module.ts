import { Module } from '@nestjs/common';
import { ImageStoreModule } from '../images/image-store.module.js';
import { ProcessQueueModule } from '../processing/process-queue.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { UploadStoreModule } from '../uploads/upload-store.module.js';
import { SamplesRepository } from './samples.repository.js';
import { SamplesService } from './samples.service.js';

/** Drawn images for the sample treatments; in the worker. */
@Module({
  imports: [ImageStoreModule, ProcessQueueModule, StorageModule, UploadStoreModule],
  providers: [SamplesService, SamplesRepository],
})
export class SamplesModule {}
