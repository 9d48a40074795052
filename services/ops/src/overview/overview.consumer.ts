import { Handles, type MessageContext } from '@ctdb/chassis';
import { getOpsOverview, type OpsOverview, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { requireAdministrator } from '../administrators.js';
import { OverviewService } from './overview.service.js';

/** Answers the message about the installation's state. */
@Controller()
export class OverviewConsumer {
  constructor(private readonly overview: OverviewService) {}

  @Handles(getOpsOverview)
  get(_request: RequestOf<typeof getOpsOverview>, context: MessageContext): Promise<OpsOverview> {
    requireAdministrator(context);
    return this.overview.get();
  }
}
