import { Handles, type MessageContext, requireRole } from '@ctdb/chassis';
import { getOpsOverview, type OpsOverview, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { OverviewService } from './overview.service.js';

/** Answers the message about the installation's state. */
@Controller()
export class OverviewConsumer {
  constructor(private readonly overview: OverviewService) {}

  @Handles(getOpsOverview)
  get(_request: RequestOf<typeof getOpsOverview>, context: MessageContext): Promise<OpsOverview> {
    requireRole(context, 'admin');
    return this.overview.get();
  }
}
