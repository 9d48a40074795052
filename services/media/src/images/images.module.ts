import { Module } from '@nestjs/common';
import { BackupImagesRepository } from './backup-images.repository.js';
import { CatalogClient } from './catalog-client.js';
import { ImageEvents } from './image-events.js';
import { ImagesRepository } from './images.repository.js';
import { TrashRepository } from './trash.repository.js';

const providers = [
  BackupImagesRepository,
  CatalogClient,
  ImageEvents,
  ImagesRepository,
  TrashRepository,
];

/** The records of images as both processes use them. */
@Module({ providers, exports: providers })
export class ImagesModule {}
