import { RpcClient } from '@ctdb/chassis';
import {
  activateRelease,
  getDeployment,
  listDeployments,
  listReleases,
  MAX_PAGE_LIMIT,
  routes,
  startDeployment,
  verifyDeployment,
  type DeploymentDetail,
  type DeploymentStatus,
  type Locale,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { paged } from '../http/paging.js';
import { Route } from '../http/route.decorator.js';
import { SiteFiles } from '../site/site-files.js';
import { deploymentWords } from './deployment-words.js';

/** Deployments and releases. */
@Controller()
export class DeploymentsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly site: SiteFiles,
  ) {}

  @Route(routes.startDeployment)
  start({ body, context }: InputOf<typeof routes.startDeployment>) {
    return this.rpc.call(startDeployment, body, context);
  }

  @Route(routes.getDeploymentStatus)
  async status({ params, context }: InputOf<typeof routes.getDeploymentStatus>) {
    return toStatus(await this.rpc.call(getDeployment, params, context), context.locale);
  }

  @Route(routes.verifyDeployment)
  async verify({ params, context }: InputOf<typeof routes.verifyDeployment>) {
    return toStatus(await this.rpc.call(verifyDeployment, params, context), context.locale);
  }

  @Route(routes.listDeployments)
  async list({ query, context }: InputOf<typeof routes.listDeployments>) {
    const { page = 1, limit = MAX_PAGE_LIMIT } = query;
    const found = await this.rpc.call(listDeployments, { page, limit }, context);
    return paged(found, { path: '/api/deployments', page, limit });
  }

  @Route(routes.listReleases)
  async releases({ context }: InputOf<typeof routes.listReleases>) {
    const bundle = this.site.bundleId;
    const request = bundle === undefined ? {} : { bundle };
    return (await this.rpc.call(listReleases, request, context)).releases;
  }

  @Route(routes.activateRelease)
  activate({ params, context }: InputOf<typeof routes.activateRelease>) {
    return this.rpc.call(activateRelease, params, context);
  }
}

const toStatus = (detail: DeploymentDetail, locale: Locale): DeploymentStatus => {
  const { updatedAt, timeline, buildLogs, isLogCut, deploymentUrl, findings, ...rest } = detail;
  const { message, errors } = deploymentWords(detail, locale);
  return {
    ...rest,
    message,
    timestamp: updatedAt,
    details: {
      buildLogs,
      isLogCut,
      ...(deploymentUrl !== undefined && { deploymentUrl }),
      errors,
      timeline,
      findings,
      ...(rest.fault && { fault: rest.fault }),
    },
  };
};
