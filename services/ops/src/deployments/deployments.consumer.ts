import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  activateRelease,
  getActiveSite,
  getDeployment,
  listDeployments,
  listReleases,
  startDeployment,
  verifyDeployment,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { DeploymentsService } from './deployments.service.js';
import { SitesService } from './sites.service.js';

/** Answers the messages about deployments and releases. */
@Controller()
export class DeploymentsConsumer {
  constructor(
    private readonly deployments: DeploymentsService,
    private readonly sites: SitesService,
  ) {}

  @Handles(startDeployment)
  start(request: RequestOf<typeof startDeployment>, context: MessageContext) {
    return this.deployments.start(request, context);
  }

  @Handles(getDeployment)
  get({ id }: RequestOf<typeof getDeployment>) {
    return this.deployments.get(id);
  }

  @Handles(listDeployments)
  list(request: RequestOf<typeof listDeployments>) {
    return this.deployments.list(request);
  }

  @Handles(verifyDeployment)
  verify({ id }: RequestOf<typeof verifyDeployment>) {
    return this.deployments.verify(id);
  }

  @Handles(listReleases)
  listReleases() {
    return this.deployments.listReleases();
  }

  @Handles(activateRelease)
  activate({ id }: RequestOf<typeof activateRelease>, context: MessageContext) {
    return this.deployments.startRollback(id, context);
  }

  /** For gateways: a call without a subject. */
  @Handles(getActiveSite)
  current(request: RequestOf<typeof getActiveSite>) {
    return this.sites.current(request);
  }
}
