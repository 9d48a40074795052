import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { ImageJoiner } from './image-joiner.js';
import { ImagesController } from './images.controller.js';
import { UploadsController } from './uploads.controller.js';

/** Images and their backups; media answers, and object storage has the bytes. */
@Module({
  controllers: [HealthController, ImagesController, UploadsController],
  providers: [ImageJoiner],
  exports: [ImageJoiner],
})
export class MediaModule {}
