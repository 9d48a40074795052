import { Module } from '@nestjs/common';
import { BackupVerification } from './backups/backup-verification.js';
import { BackupsModule } from './backups/backups.module.js';
import { mediaCore } from './core.js';

@Module({
  imports: [...mediaCore('media-recount'), BackupsModule],
  providers: [BackupVerification],
})
export class RecountModule {}
