import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { InteractiveWork, UploadQueue } from './upload-queue.js';
import { UploadsRepository } from './uploads.repository.js';

const providers = [InteractiveWork, UploadQueue, UploadsRepository];

/** The records and the queue of uploads as both processes use them. */
@Module({ imports: [ImagesModule], providers, exports: [ImagesModule, ...providers] })
export class UploadsModule {}
