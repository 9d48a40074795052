import { AppLogger } from '@ctdb/chassis';
import { FencedRepository, type FencedJobData } from '@ctdb/chassis/jobs';
import { InjectQueue } from '@nestjs/bullmq';
import { RETAINED_RELEASES } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Queue } from 'bullmq';
import type { Model, Types } from 'mongoose';
import { deploymentIndexes, DeploymentRecord } from './deployment.record.js';

/** Name of the queue of deployments. */
export const DEPLOYMENT_QUEUE = 'deployments';
/** The slot of the running deployment: visitors see one. */
export const DEPLOYMENT_SLOT = 'live';

/** Deployments. Each write touches one document; those of workers name its token. */
@Injectable()
export class DeploymentsRepository extends FencedRepository<DeploymentRecord> {
  constructor(
    @InjectModel(DeploymentRecord.name) model: Model<DeploymentRecord>,
    @InjectQueue(DEPLOYMENT_QUEUE) queue: Queue<FencedJobData>,
    logger: AppLogger,
  ) {
    super(model, deploymentIndexes, queue, logger);
  }

  /** Newest first, and how many there are. */
  async page(page: number, limit: number): Promise<{ items: DeploymentRecord[]; total: number }> {
    const [items, total] = await Promise.all([
      this.findMany({}, { sort: { startedAt: -1 }, skip: (page - 1) * limit, limit }),
      this.model.countDocuments({}),
    ]);
    return { items, total };
  }

  /** The last deployments that went live, and the one that made this release, newest first. */
  async releases(activeId: Types.ObjectId | undefined): Promise<DeploymentRecord[]> {
    const live = { kind: 'deploy', stage: 'completed', site: { $exists: true } } as const;
    const others = await this.findMany(
      { ...live, ...(activeId && { releaseId: { $ne: activeId } }) },
      { sort: { startedAt: -1 }, limit: RETAINED_RELEASES },
    );
    const active = activeId && (await this.findOne({ ...live, releaseId: activeId }));
    return [...others, ...(active ? [active] : [])].sort(
      (a, b) => b.startedAt.getTime() - a.startedAt.getTime(),
    );
  }

  /** Stores a later check of a completed deployment. */
  async saveVerification(_id: Types.ObjectId, found: Partial<DeploymentRecord>): Promise<void> {
    await this.updateOne({ _id, stage: 'completed' }, { $set: found });
  }
}
