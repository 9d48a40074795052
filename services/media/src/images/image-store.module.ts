import { Module } from '@nestjs/common';
import { ImageEvents } from './image-events.js';
import { ImagesRepository } from './images.repository.js';

/** The records of images and what is told of them; both processes use them. */
@Module({ providers: [ImagesRepository, ImageEvents], exports: [ImagesRepository, ImageEvents] })
export class ImageStoreModule {}
