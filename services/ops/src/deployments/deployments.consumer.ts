import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
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

  @Handles(messages.startDeployment)
  start(request: Requests['startDeployment'], context: MessageContext) {
    return this.deployments.start(request, context);
  }

  @Handles(messages.getDeployment)
  get({ id }: Requests['getDeployment']) {
    return this.deployments.get(id);
  }

  @Handles(messages.listDeployments)
  list(request: Requests['listDeployments']) {
    return this.deployments.list(request);
  }

  @Handles(messages.verifyDeployment)
  verify({ id }: Requests['verifyDeployment']) {
    return this.deployments.verify(id);
  }

  @Handles(messages.listReleases)
  listReleases() {
    return this.deployments.listReleases();
  }

  @Handles(messages.activateRelease)
  activate({ id }: Requests['activateRelease'], context: MessageContext) {
    return this.deployments.startRollback(id, context);
  }

  /** For gateways: a call without a subject. */
  @Handles(messages.getActiveSite)
  current(request: Requests['getActiveSite']) {
    return this.sites.current(request);
  }
}
