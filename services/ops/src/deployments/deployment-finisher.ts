import { backgroundContext, Outbox, runInContext } from '@ctdb/chassis';
import { RECONCILE_INTERVAL_MS } from '@ctdb/chassis/jobs';
import { deploymentEvents, type DeploymentErrorCode } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ActiveSiteRepository } from './active-site.repository.js';
import { isLive, type DeploymentRecord, type StageOutcome } from './deployment.record.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { leaveStage } from './session.js';

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

  /** `last` is the outcome of the last stage. */
  complete(record: DeploymentRecord, last: StageOutcome): Promise<void> {
    const isUnverified =
      last === 'failed' || record.findings.some(({ severity }) => severity === 'error');
    return this.finish(record, last, { stage: 'completed', progress: 100, isUnverified });
  }

  /** Ends a deployment that cannot continue. A live one completes; what another one has activated is undone first. */
  async stop(record: DeploymentRecord, fault: DeploymentErrorCode): Promise<void> {
    if (isLive(record))
      return this.complete(record, record.domain === undefined ? 'skipped' : 'failed');
    // Stored first: a worker that takes over only undoes, and one that has lost the record undoes nothing.
    const failing = await this.deployments.write(record, {
      $set: { fault: record.fault ?? fault },
    });
    await this.active.restore(failing);
    await this.finish(failing, 'failed', { stage: 'failed', fault: failing.fault });
  }

  @Interval(RECONCILE_INTERVAL_MS)
  reconcile(): Promise<void> {
    return this.deployments.reconcile((lost) => this.stop(lost, 'interrupted'));
  }

  private async finish(
    record: DeploymentRecord,
    last: StageOutcome,
    end: Partial<DeploymentRecord> & { stage: 'completed' | 'failed' },
  ): Promise<void> {
    const { stage, fault } = end;
    const now = new Date();
    const outcome = fault ? 'failed' : 'done';
    const timeline = [
      ...leaveStage(record.timeline, last, now),
      { stage, startedAt: now, endedAt: now, outcome },
    ];
    const entry = runInContext(backgroundContext({ subject: record.actor }), () =>
      this.outbox.entry(deploymentEvents.ended, {
        deploymentId: record._id.toHexString(),
        projectName: record.projectName,
        ...(record.isPublished && { releaseId: record.releaseId.toHexString() }),
        stage,
        ...(fault && { fault }),
      }),
    );
    await this.deployments.end(record, {
      $set: { ...end, timeline, endedAt: now, updatedAt: now },
      $push: { outbox: entry },
    });
    this.outbox.relaySoon();
  }
}
