import { backgroundContext, Outbox, runInContext } from '@ctdb/chassis';
import { deploymentEvents, type DeploymentErrorCode } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { DeploymentRecord } from './deployment.schema.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { endTimeline } from './session.js';

/** Ends deployments: the last write of each, with its event. Throws `FencedError` after a takeover. */
@Injectable()
export class DeploymentFinisher {
  constructor(
    private readonly deployments: DeploymentsRepository,
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
