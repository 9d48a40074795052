import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { BackupImagesRepository } from './backup-images.repository.js';
import { CatalogClient } from './catalog-client.js';
import { ImageEvents } from './image-events.js';
import { ImageRecord } from './image.schema.js';
import { ImagesRepository } from './images.repository.js';
import { TrashRepository } from './trash.repository.js';

const models = MongooseModule.forFeature([
  { name: ImageRecord.name, schema: SchemaFactory.createForClass(ImageRecord) },
]);
const providers = [
  BackupImagesRepository,
  CatalogClient,
  ImageEvents,
  ImagesRepository,
  TrashRepository,
];

/** The records of images as both processes use them. */
@Module({ imports: [models], providers, exports: [models, ...providers] })
export class ImagesModule {}
