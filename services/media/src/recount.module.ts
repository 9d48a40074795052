import { Module } from '@nestjs/common';
import { BackupVerification } from './backups/backup-verification.js';
import { BackupsModule } from './backups/backups.module.js';
import { createMediaChassis } from './chassis.js';
import { StorageModule } from './storage/storage.module.js';

@Module({
  imports: [StorageModule, createMediaChassis('media-recount'), BackupsModule],
  providers: [BackupVerification],
})
export class RecountModule {}
