import { Module } from '@nestjs/common';
import { mediaChassis } from './chassis.js';
import { ConfigModule } from './config.module.js';

/** The process that answers messages; long work it leaves to the worker's queues. */
@Module({ imports: [ConfigModule, mediaChassis('media')] })
export class MediaModule {}
