import { Module } from '@nestjs/common';
import { BackupFilesModule } from './backups/backup-files.module.js';
import { Recount } from './backups/recount.js';
import { mediaChassis } from './chassis.js';
import { ConfigModule } from './config.module.js';

@Module({
  imports: [ConfigModule, mediaChassis('media-recount'), BackupFilesModule],
  providers: [Recount],
})
export class RecountModule {}
