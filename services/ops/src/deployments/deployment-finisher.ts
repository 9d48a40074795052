import { backgroundContext, Outbox, runInContext } from '@ctdb/chassis';
import { RECONCILE_INTERVAL_MS } from '@ctdb/chassis/jobs';
import { deploymentEvents, type DeploymentErrorCode } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { DeploymentRecord } from './deployment.schema.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { ReleaseActivator } from './releases/release-activator.js';
import { endTimeline } from './session.js';

/**
 * Ends deployments: the last write of each, with its event. Throws `FencedError` after a takeover. Both
 * processes also queue what Redis lost, and end what no worker takes.
 */
@Injectable()
export class DeploymentFinisher {
  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly activator: ReleaseActivator,
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

  @Interval(RECONCILE_INTERVAL_MS)
  reconcile(): Promise<void> {
    return this.deployments.reconcile((lost) => this.finishLost(lost));
  }

  /** A release that was activated and probed stays; everything before that is undone. */
  private async finishLost(lost: DeploymentRecord): Promise<void> {
    const isActive = lost.stage === 'dns_checking' || lost.stage === 'ssl_setup';
    if (isActive && !lost.fault) {
      const isUnverified = lost.domain !== undefined || lost.deploymentUrl === undefined;
      await this.complete(lost, { isUnverified });
      return;
    }
    await this.activator.rollback(lost);
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
