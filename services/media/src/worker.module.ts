import { Module } from '@nestjs/common';
import { BackupWorkerModule } from './backups/backup-worker.module.js';
import { mediaChassis } from './chassis.js';
import { ConfigModule } from './config.module.js';
import { ProcessingModule } from './processing/processing.module.js';
import { SamplesModule } from './samples/samples.module.js';
import { PurgeModule } from './trash/purge.module.js';

/** The process that works off the queues: images, backups, restores. */
@Module({
  imports: [
    ConfigModule,
    mediaChassis('media-worker'),
    BackupWorkerModule,
    ProcessingModule,
    PurgeModule,
    SamplesModule,
  ],
})
export class WorkerModule {}
