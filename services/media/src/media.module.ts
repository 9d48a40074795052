import { Module } from '@nestjs/common';
import { BackupsApiModule } from './backups/backups-api.module.js';
import { mediaChassis } from './chassis.js';
import { ConfigModule } from './config.module.js';
import { ImagesModule } from './images/images.module.js';
import { QueuesConsumer } from './queues/queues.consumer.js';
import { QueuesModule } from './queues/queues.module.js';
import { TrashModule } from './trash/trash.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

/** The process that answers messages; long work it leaves to the worker's queues. */
@Module({
  imports: [
    ConfigModule,
    mediaChassis('media'),
    BackupsApiModule,
    UploadsModule,
    ImagesModule,
    QueuesModule,
    TrashModule,
  ],
  controllers: [QueuesConsumer],
})
export class MediaModule {}
