import { backgroundContext, Outbox, runInContext } from '@ctdb/chassis';
import { deploymentEvents, type DeploymentFault } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { DeploymentRecord } from './deployment.schema.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { endTimeline } from './timeline.js';

/** Ends deployments: the last write of each, with its event. */
@Injectable()
export class DeploymentEnd {
  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** False where the lease is no longer this one. */
  complete(
    record: DeploymentRecord,
    owner: string,
    found: Pick<DeploymentRecord, 'isUnverified'>,
  ): Promise<boolean> {
    return this.end(record, owner, 'completed', { ...found, progress: 100 });
  }

  /** See {@link complete}. */
  fail(record: DeploymentRecord, owner: string, fault: DeploymentFault): Promise<boolean> {
    return this.end(record, owner, 'failed', { fault });
  }

  private async end(
    record: DeploymentRecord,
    owner: string,
    stage: 'completed' | 'failed',
    found: Partial<DeploymentRecord>,
  ): Promise<boolean> {
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
    const written = await this.deployments.write(record._id, owner, {
      $set: { ...found, stage, timeline, endedAt: now, updatedAt: now },
      $unset: { slot: 1, lease: 1 },
      $push: { outbox: entry },
    });
    this.outbox.kick();
    return written !== null;
  }
}
