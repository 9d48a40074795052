import { Handles } from '@ctdb/chassis';
import { getCompleteBackupStatus, type CompleteBackupStatus } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { WarningsService } from '../warnings/warnings.service.js';
import { BackupsService } from './backups.service.js';

/** Answers the message about copies of everything. */
@Controller()
export class BackupsConsumer {
  constructor(
    private readonly backups: BackupsService,
    private readonly warnings: WarningsService,
  ) {}

  @Handles(getCompleteBackupStatus)
  async status(): Promise<CompleteBackupStatus> {
    return { ...(await this.backups.status()), warnings: await this.warnings.find() };
  }
}
