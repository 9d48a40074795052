import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  activateRelease,
  getActiveRelease,
  getDeployment,
  listDeployments,
  listReleases,
  startDeployment,
  verifyDeployment,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { DeploymentsService } from './deployments.service.js';
import { ReleasesService } from './releases.service.js';

/** Answers the messages about deployments and releases. */
@Controller()
export class DeploymentsConsumer {
  constructor(
    private readonly deployments: DeploymentsService,
    private readonly releases: ReleasesService,
  ) {}

  @Handles(startDeployment)
  start(
    request: RequestOf<typeof startDeployment>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof startDeployment>> {
    return this.deployments.start(request, context);
  }

  @Handles(getDeployment)
  get({ id }: RequestOf<typeof getDeployment>): Promise<ReplyOf<typeof getDeployment>> {
    return this.deployments.get(id);
  }

  @Handles(listDeployments)
  list(request: RequestOf<typeof listDeployments>): Promise<ReplyOf<typeof listDeployments>> {
    return this.deployments.list(request);
  }

  @Handles(verifyDeployment)
  verify({ id }: RequestOf<typeof verifyDeployment>): Promise<ReplyOf<typeof verifyDeployment>> {
    return this.deployments.verify(id);
  }

  @Handles(listReleases)
  listReleases(): Promise<ReplyOf<typeof listReleases>> {
    return this.releases.list();
  }

  @Handles(activateRelease)
  activate(
    { id }: RequestOf<typeof activateRelease>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof activateRelease>> {
    return this.releases.activate(id, context);
  }

  @Handles(getActiveRelease)
  current(request: RequestOf<typeof getActiveRelease>): Promise<ReplyOf<typeof getActiveRelease>> {
    return this.releases.current(request);
  }
}
