import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { TreatmentsModule } from '../treatments/treatments.module.js';
import { ImagesConsumer } from './images.consumer.js';
import { ImagesService } from './images.service.js';
import { ImageStoreModule } from './image-store.module.js';

/** Images as people see them; in the process that answers messages. */
@Module({
  imports: [ImageStoreModule, StorageModule, TreatmentsModule],
  controllers: [ImagesConsumer],
  providers: [ImagesService],
})
export class ImagesModule {}
