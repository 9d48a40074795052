import { Module } from '@nestjs/common';
import { ImageStoreModule } from '../images/image-store.module.js';
import { ProcessQueueModule } from '../processing/process-queue.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { TreatmentsModule } from '../treatments/treatments.module.js';
import { UploadStoreModule } from './upload-store.module.js';
import { UploadsConsumer } from './uploads.consumer.js';
import { UploadsService } from './uploads.service.js';
import { WaitingRoom } from './waiting-room.js';

/** Uploads as the gateway sees them; in the process that answers messages. */
@Module({
  imports: [
    ImageStoreModule,
    ProcessQueueModule,
    QueuesModule,
    StorageModule,
    TreatmentsModule,
    UploadStoreModule,
  ],
  controllers: [UploadsConsumer],
  providers: [UploadsService, WaitingRoom],
})
export class UploadsModule {}
