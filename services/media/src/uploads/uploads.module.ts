import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { UploadQueue } from './upload-queue.js';
import { UploadsRepository } from './uploads.repository.js';

/** The records and the queue of uploads as both processes use them. */
@Module({
  imports: [ImagesModule, QueuesModule],
  providers: [UploadQueue, UploadsRepository],
  exports: [ImagesModule, QueuesModule, UploadQueue, UploadsRepository],
})
export class UploadsModule {}
