import { RpcClient } from '@ctdb/chassis';
import { getBackupStatus, getOpsOverview, listDeployments, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';

/** No part of the overview keeps the others waiting longer; milliseconds. */
const PATIENCE_MS = 3_000;

/** A part that cannot be told is left out; the page says so. */
const optional = <T>(part: Promise<T>): Promise<T | undefined> => part.catch(() => undefined);

/** How the installation is, joined from the services that know. */
@Controller()
export class OverviewController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.getOverview)
  async get({ context }: InputOf<typeof routes.getOverview>) {
    const within = { ...context, deadlineMs: PATIENCE_MS };
    const [ops, media, deployments] = await Promise.all([
      optional(this.rpc.call(getOpsOverview, {}, within)),
      optional(this.rpc.call(getBackupStatus, {}, within)),
      optional(this.rpc.call(listDeployments, { page: 1, limit: 1 }, within)),
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
