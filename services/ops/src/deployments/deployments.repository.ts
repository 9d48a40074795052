import { ensureIndexes, isDuplicateKey, MONGO, retryOnDeadlock } from '@ctdb/chassis';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Connection, Model, Types, UpdateQuery } from 'mongoose';
import {
  deploymentIndexes,
  deploymentModel,
  type DeploymentRecord,
  type Lease,
} from './deployment.schema.js';

/** The slot of the one deployment that runs: there is one live release. */
export const LIVE_SLOT = 'live';

/** Deployments. Each write touches one document; those of workers name the lease they are made under. */
@Injectable()
export class DeploymentsRepository implements OnModuleInit {
  private readonly model: Model<DeploymentRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = deploymentModel(connection);
  }

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.model, deploymentIndexes);
  }

  /** Stores a new one; false where another one runs, or this very one was stored before. */
  async insert(record: DeploymentRecord): Promise<boolean> {
    try {
      await retryOnDeadlock(() => this.model.create([record]));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async find(id: Types.ObjectId): Promise<DeploymentRecord | null> {
    return this.model.findById(id).lean<DeploymentRecord>().exec();
  }

  /** The one that runs. */
  async running(): Promise<DeploymentRecord | null> {
    return this.model.findOne({ slot: LIVE_SLOT }).lean<DeploymentRecord>().exec();
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

  /** Takes one over whose worker is dead, or that has none yet. Null where somebody works on it. */
  async claim(id: Types.ObjectId, lease: Lease, now: Date): Promise<DeploymentRecord | null> {
    return this.take(id, lease, { 'lease.staleAt': { $lte: now }, 'lease.until': { $gt: now } });
  }

  /** Takes one that nobody has cared for too long, to end it. */
  async claimLost(id: Types.ObjectId, lease: Lease, now: Date): Promise<DeploymentRecord | null> {
    return this.take(id, lease, { 'lease.until': { $lte: now } });
  }

  /** Gives whoever holds this very lease another one, which ends in time. */
  async shorten(id: Types.ObjectId, seen: Lease, lease: Omit<Lease, 'owner'>): Promise<void> {
    const { owner, staleAt } = seen;
    await this.model.updateOne(
      { _id: id, slot: LIVE_SLOT, 'lease.owner': owner, 'lease.staleAt': staleAt },
      { $set: { 'lease.staleAt': lease.staleAt, 'lease.until': lease.until } },
    );
  }

  /** Writes what its worker has found out; null where the lease is no longer this one. */
  async write(
    id: Types.ObjectId,
    owner: string,
    update: UpdateQuery<DeploymentRecord>,
  ): Promise<DeploymentRecord | null> {
    return this.model
      .findOneAndUpdate({ _id: id, slot: LIVE_SLOT, 'lease.owner': owner }, update, {
        returnDocument: 'after',
      })
      .lean<DeploymentRecord>()
      .exec();
  }

  /** Stores a later look at the domain and the address of one that is over. */
  async verified(
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

  private async take(
    id: Types.ObjectId,
    lease: Lease,
    free: object,
  ): Promise<DeploymentRecord | null> {
    return this.model
      .findOneAndUpdate(
        { _id: id, slot: LIVE_SLOT, ...free },
        { $set: { lease }, $inc: { takeovers: 1 } },
        { returnDocument: 'after' },
      )
      .lean<DeploymentRecord>()
      .exec();
  }
}
