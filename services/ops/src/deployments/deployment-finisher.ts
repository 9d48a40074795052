import { backgroundContext, Outbox, runInContext } from '@ctdb/chassis';
import { RECONCILE_INTERVAL_MS } from '@ctdb/chassis/jobs';
import { deploymentEvents, type DeploymentErrorCode } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ActiveSiteRepository } from './active-site.repository.js';
import type { DeploymentRecord } from './deployment.record.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { endTimeline, leaveStage } from './session.js';

/** Whether its site was activated and probed: it stays, whatever becomes of its domain. Everything before is undone. */
export const isLive = ({ stage, fault }: DeploymentRecord): boolean =>
  (stage === 'dns_checking' || stage === 'ssl_setup') && !fault;

/**
 * Ends deployments: the last write of each, with its event. Throws `FencedError` after a takeover. Both
 * processes also queue what Redis lost, and end what no worker takes.
 */
@Injectable()
export class DeploymentFinisher {
  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly active: ActiveSiteRepository,
    private readonly outbox: Outbox,
  ) {}

  complete(
    record: DeploymentRecord,
    found: Partial<Pick<DeploymentRecord, 'isUnverified' | 'findings'>>,
  ): Promise<void> {
    return this.finish(record, 'completed', { ...found, progress: 100 });
  }

  fail(record: DeploymentRecord, fault: DeploymentErrorCode): Promise<void> {
    return this.finish(record, 'failed', { fault });
  }

  /** Ends a deployment whose site is live and whose domain can no longer be waited for. */
  completeEarly(record: DeploymentRecord): Promise<void> {
    const { domain, deploymentUrl } = record;
    const outcome = domain === undefined ? 'skipped' : 'failed';
    const timeline = leaveStage(record.timeline, outcome, new Date());
    const isUnverified = domain !== undefined || deploymentUrl === undefined;
    return this.complete({ ...record, timeline }, { isUnverified });
  }

  @Interval(RECONCILE_INTERVAL_MS)
  reconcile(): Promise<void> {
    return this.deployments.reconcile((lost) => this.finishLost(lost));
  }

  private async finishLost(lost: DeploymentRecord): Promise<void> {
    if (isLive(lost)) return this.completeEarly(lost);
    await this.active.restore(lost);
    await this.fail(lost, lost.fault ?? 'interrupted');
  }

  private async finish(
    record: DeploymentRecord,
    stage: 'completed' | 'failed',
    found: Partial<DeploymentRecord>,
  ): Promise<void> {
    const now = new Date();
    const timeline = endTimeline(record.timeline, stage, now);
    const entry = runInContext(backgroundContext({ subject: record.actor }), () =>
      this.outbox.entry(deploymentEvents.ended, {
        deploymentId: record._id.toHexString(),
        projectName: record.projectName,
        ...(record.isPublished && { releaseId: record.releaseId.toHexString() }),
        stage,
        ...(found.fault && { fault: found.fault }),
      }),
    );
    await this.deployments.end(record, {
      $set: { ...found, stage, timeline, endedAt: now, updatedAt: now },
      $push: { outbox: entry },
    });
    this.outbox.relaySoon();
  }
}
