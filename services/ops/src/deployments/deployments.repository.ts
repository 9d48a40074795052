import { AppLogger } from '@ctdb/chassis';
import { FencedRepository, type FencedJobData } from '@ctdb/chassis/jobs';
import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Queue } from 'bullmq';
import type { Model, Types } from 'mongoose';
import { deploymentIndexes, DeploymentRecord } from './deployment.schema.js';

/** Name of the queue of deployments. */
export const DEPLOYMENT_QUEUE = 'deployments';
/** The slot of the running deployment: there is one active release. */
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
      this.model
        .find({})
        .sort({ startedAt: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<DeploymentRecord[]>()
        .exec(),
      this.model.countDocuments({}),
    ]);
    return { items, total };
  }

  /** Stores a later check of a completed deployment. */
  async saveVerification(
    id: Types.ObjectId,
    found: Pick<
      DeploymentRecord,
      'findings' | 'isUnverified' | 'sslValid' | 'updatedAt' | 'deploymentUrl'
    >,
  ): Promise<DeploymentRecord | null> {
    return this.model
      .findOneAndUpdate(
        { _id: id, stage: 'completed' },
        { $set: found },
        { returnDocument: 'after' },
      )
      .lean<DeploymentRecord>()
      .exec();
  }
}
