import { RpcClient } from '@ctdb/chassis';
import {
  getDeployment,
  listReleases,
  routes,
  verifyDeployment,
  type DeploymentDetail,
  type DeploymentStatus,
  type Locale,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
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

  @Route(routes.getDeploymentStatus)
  async status({ params, context }: InputOf<typeof routes.getDeploymentStatus>) {
    return toStatus(await this.rpc.call(getDeployment, params, context), context.locale);
  }

  @Route(routes.verifyDeployment)
  async verify({ params, context }: InputOf<typeof routes.verifyDeployment>) {
    return toStatus(await this.rpc.call(verifyDeployment, params, context), context.locale);
  }

  @Route(routes.listReleases)
  async releases({ context }: InputOf<typeof routes.listReleases>) {
    const bundle = this.site.bundleId;
    const request = bundle === undefined ? {} : { bundle };
    return (await this.rpc.call(listReleases, request, context)).releases;
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
