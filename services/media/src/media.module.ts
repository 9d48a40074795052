import { Module } from '@nestjs/common';
import { AuditHeadsReader } from './backups/audit-heads.js';
import { BackupMetrics } from './backups/backup.metrics.js';
import { BackupsConsumer } from './backups/backups.consumer.js';
import { BackupsService } from './backups/backups.service.js';
import { DiseasesConsumer } from './images/diseases.consumer.js';
import { ImagesConsumer } from './images/images.consumer.js';
import { ImagesService } from './images/images.service.js';
import { MediaCoreModule } from './media-core.module.js';
import { QueuesConsumer } from './queues.consumer.js';
import { UploadsService } from './uploads/uploads.service.js';
import { UploadsConsumer } from './uploads/uploads.consumer.js';

/** The process that answers messages. The worker does the long work. */
@Module({
  imports: [MediaCoreModule.forProcess('media')],
  controllers: [BackupsConsumer, DiseasesConsumer, ImagesConsumer, QueuesConsumer, UploadsConsumer],
  providers: [AuditHeadsReader, BackupMetrics, BackupsService, ImagesService, UploadsService],
})
export class MediaModule {}
