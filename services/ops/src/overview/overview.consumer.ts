import { Handles } from '@ctdb/chassis';
import { messages } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { BackupsService } from '../backups/backups.service.js';
import { WarningsService } from '../warnings/warnings.service.js';
import { OverviewService } from './overview.service.js';

/** Answers the messages about the installation's state, and about copies of everything. */
@Controller()
export class OverviewConsumer {
  constructor(
    private readonly overview: OverviewService,
    private readonly backups: BackupsService,
    private readonly warnings: WarningsService,
  ) {}

  @Handles(messages.getOpsOverview)
  get() {
    return this.overview.get();
  }

  @Handles(messages.getCompleteBackupStatus)
  async getBackupStatus() {
    return { ...(await this.backups.status()), warnings: await this.warnings.find() };
  }
}
