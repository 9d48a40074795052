import { Handles } from '@ctdb/chassis';
import { getOpsOverview, type OpsOverview } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { OverviewService } from './overview.service.js';

/** Answers the message about the installation's state. */
@Controller()
export class OverviewConsumer {
  constructor(private readonly overview: OverviewService) {}

  @Handles(getOpsOverview)
  get(): Promise<OpsOverview> {
    return this.overview.get();
  }
}
