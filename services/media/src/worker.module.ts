import { Module } from '@nestjs/common';
import { mediaChassis } from './chassis.js';
import { ConfigModule } from './config.module.js';

/** The process that works off the queues: images, backups, restores. */
@Module({ imports: [ConfigModule, mediaChassis('media-worker')] })
export class WorkerModule {}
