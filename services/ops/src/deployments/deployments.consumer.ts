import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  activateRelease,
  getActiveRelease,
  getDeployment,
  listDeployments,
  listReleases,
  startDeployment,
  storeBundledSite,
  verifyDeployment,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { DeploymentsService } from './deployments.service.js';
import { BundledSitesService } from './releases/bundled-sites.service.js';
import { ReleasesService } from './releases/releases.service.js';

/** Answers the messages about deployments and releases. */
@Controller()
export class DeploymentsConsumer {
  constructor(
    private readonly deployments: DeploymentsService,
    private readonly releases: ReleasesService,
    private readonly sites: BundledSitesService,
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
  listReleases(request: RequestOf<typeof listReleases>) {
    return this.releases.list(request);
  }

  @Handles(activateRelease)
  activate({ id }: RequestOf<typeof activateRelease>, context: MessageContext) {
    return this.releases.activate(id, context);
  }

  /** For gateways: a call without a subject. */
  @Handles(getActiveRelease)
  current(request: RequestOf<typeof getActiveRelease>) {
    return this.releases.current(request);
  }

  /** From gateways too. */
  @Handles(storeBundledSite)
  storeSite(request: RequestOf<typeof storeBundledSite>) {
    return this.sites.store(request);
  }
}
