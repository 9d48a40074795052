import { RECONCILE_INTERVAL_MS } from '@ctdb/chassis/jobs';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DeploymentFinisher } from './deployment-finisher.js';
import type { DeploymentRecord } from './deployment.schema.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { ReleaseActivator } from './local-release/release-activator.js';

/** Puts deployments on the queue that Redis lost, and ends those that no worker takes; in both processes. */
@Injectable()
export class DeploymentReconciler {
  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly activator: ReleaseActivator,
    private readonly finisher: DeploymentFinisher,
  ) {}

  @Interval(RECONCILE_INTERVAL_MS)
  run(): Promise<void> {
    return this.deployments.reconcile((lost) => this.finish(lost));
  }

  /** What was live and probed stays so; everything before that is undone. */
  private async finish(lost: DeploymentRecord): Promise<void> {
    const isLive = lost.stage === 'dns_checking' || lost.stage === 'ssl_setup';
    if (isLive && !lost.fault) {
      const isUnverified = lost.domain !== undefined || lost.deploymentUrl === undefined;
      await this.finisher.complete(lost, { isUnverified });
      return;
    }
    await this.activator.rollback(lost);
    await this.finisher.fail(lost, lost.fault ?? 'interrupted');
  }
}
