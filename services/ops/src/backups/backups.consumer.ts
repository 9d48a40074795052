import { Handles } from '@ctdb/chassis';
import { getCompleteBackupStatus } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { BackupsService } from './backups.service.js';

/** Answers the message about copies of everything. */
@Controller()
export class BackupsConsumer {
  constructor(private readonly backups: BackupsService) {}

  @Handles(getCompleteBackupStatus)
  status() {
    return this.backups.status();
  }
}
