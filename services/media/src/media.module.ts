import { Module } from '@nestjs/common';
import { BackupMetrics } from './backups/backup.metrics.js';
import { BackupsConsumer } from './backups/backups.consumer.js';
import { BackupsModule } from './backups/backups.module.js';
import { BackupsService } from './backups/backups.service.js';
import { mediaCore } from './core.js';
import { DiseasesConsumer } from './images/diseases.consumer.js';
import { ImagesConsumer } from './images/images.consumer.js';
import { ImagesService } from './images/images.service.js';
import { QueuesConsumer } from './queues.consumer.js';
import { ImageHealthConsumer } from './tasks/image-health.consumer.js';
import { ImageHealthService } from './tasks/image-health.service.js';
import { UploadWaiter } from './uploads/upload-waiter.js';
import { UploadsConsumer } from './uploads/uploads.consumer.js';
import { UploadsModule } from './uploads/uploads.module.js';
import { UploadsService } from './uploads/uploads.service.js';

/** The process that answers messages. The worker does the long work. */
@Module({
  imports: [...mediaCore('media'), BackupsModule, UploadsModule],
  controllers: [
    BackupsConsumer,
    DiseasesConsumer,
    ImageHealthConsumer,
    ImagesConsumer,
    QueuesConsumer,
    UploadsConsumer,
  ],
  providers: [
    BackupMetrics,
    BackupsService,
    ImageHealthService,
    ImagesService,
    UploadsService,
    UploadWaiter,
  ],
})
export class MediaModule {}
