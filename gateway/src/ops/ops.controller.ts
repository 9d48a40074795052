import { RpcClient } from '@ctdb/chassis';
import {
  checkDns,
  type DeploymentDetail,
  type DeploymentStatus,
  getBackupStatus,
  getDeployment,
  getOpsOverview,
  listDeployments,
  listReleases,
  type Locale,
  routes,
  verifyDeployment,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { SourceHashes } from '../server/source-hashes.js';
import { deploymentMessages, findingMessages } from './messages.js';

/** How long the overview waits for each of its parts. */
const PART_TIMEOUT_MS = 3_000;

/** A part of the overview; absent if its service cannot be reached. */
const optional = <T>(part: Promise<T>): Promise<T | undefined> => part.catch(() => undefined);

/** Deployments, releases, checks of domains, and the state of the installation. */
@Controller()
export class OpsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sources: SourceHashes,
  ) {}

  @Route(routes.getSourceHash)
  sourceHash({ body }: InputOf<typeof routes.getSourceHash>) {
    return { hash: this.sources.hashText(body.text) };
  }

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
    return (await this.rpc.call(listReleases, {}, context)).releases;
  }

  @Route(routes.checkDns)
  async checkDns({ params, context }: InputOf<typeof routes.checkDns>) {
    const found = await this.rpc.call(checkDns, params, context);
    return { ...found, ...findingMessages(found.findings, context.locale) };
  }

  @Route(routes.getOverview)
  async overview({ context }: InputOf<typeof routes.getOverview>) {
    const limited = { ...context, deadlineMs: PART_TIMEOUT_MS };
    const [ops, media, deployments] = await Promise.all([
      optional(this.rpc.call(getOpsOverview, {}, limited)),
      optional(this.rpc.call(getBackupStatus, {}, limited)),
      optional(this.rpc.call(listDeployments, { page: 1, limit: 1 }, limited)),
    ]);
    return {
      ...(ops && { ops }),
      ...(media && {
        backup: {
          coverage: media.backupCoverage,
          ...(media.lastFull && { lastFull: media.lastFull }),
          ...(media.lastDrill && { lastDrill: media.lastDrill }),
        },
      }),
      ...(deployments && { deployment: deployments.items[0] ?? null }),
    };
  }
}

const toStatus = (detail: DeploymentDetail, locale: Locale): DeploymentStatus => {
  const { updatedAt, timeline, buildLogs, isLogCut, deploymentUrl, findings, ...rest } = detail;
  const { message, errors } = deploymentMessages(detail, locale);
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
