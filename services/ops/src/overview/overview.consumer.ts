import { Handles } from '@ctdb/chassis';
import { getCompleteBackupStatus, getOpsOverview } from '@ctdb/contracts';
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

  @Handles(getOpsOverview)
  get() {
    return this.overview.get();
  }

  @Handles(getCompleteBackupStatus)
  async getBackupStatus() {
    return { ...(await this.backups.status()), warnings: await this.warnings.find() };
  }
}
