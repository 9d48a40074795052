import { Module } from '@nestjs/common';
import { HealthConsumer } from '../health/health.consumer.js';
import { HealthService } from '../health/health.service.js';
import { RunsModule } from '../runs/runs.module.js';
import { BackupFigures } from './backup.figures.js';
import { BackupsConsumer } from './backups.consumer.js';
import { BackupFilesModule } from './backup-files.module.js';
import { BackupsService } from './backups.service.js';

/** What the process that answers messages knows of backups and of the health of images. */
@Module({
  imports: [BackupFilesModule, RunsModule],
  controllers: [BackupsConsumer, HealthConsumer],
  providers: [BackupFigures, BackupsService, HealthService],
})
export class BackupsApiModule {}
