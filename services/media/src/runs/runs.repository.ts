import { ensureIndexes, isDuplicateKey, MONGO, type OutboxEntry } from '@ctdb/chassis';
import type { RunFault } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Connection, Model, Types } from 'mongoose';
import { runIndexes, runModel, type Lease, type RunFailure, type RunRecord } from './run.schema.js';

/** What has been done since the last checkpoint. */
export interface Progress {
  cursor: Types.ObjectId;
  successful: number;
  repaired: number;
  failures: RunFailure[];
}

/** More failures than this are counted only: a document has its bounds. */
const MOST_FAILURES = 50_000;

/** Writes of workers and watchers; each touches one document, and names the lease it is made under. */
@Injectable()
export class RunsRepository implements OnModuleInit {
  private readonly model: Model<RunRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = runModel(connection);
  }

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.model, runIndexes);
  }

  /** Stores a new run; false where its slot, or its id, is taken. */
  async insert(run: RunRecord): Promise<boolean> {
    try {
      await this.model.create([run]);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async find(id: Types.ObjectId): Promise<RunRecord | null> {
    return this.model.findById(id).lean<RunRecord>().exec();
  }

  /** The run that holds a slot. */
  async inSlot(slot: string): Promise<RunRecord | null> {
    return this.model.findOne({ slot }).lean<RunRecord>().exec();
  }

  /** Runs whose worker is dead, or that have none yet. */
  async abandoned(now: Date): Promise<Types.ObjectId[]> {
    const found = { status: 'running', 'lease.staleAt': { $lte: now } } as const;
    const runs = await this.model.find(found).select('_id').lean().exec();
    return runs.map(({ _id }) => _id);
  }

  /** Takes a run over whose worker is dead. Null where somebody works on it, or it is over. */
  async claim(id: Types.ObjectId, lease: Lease, now: Date): Promise<RunRecord | null> {
    return this.model
      .findOneAndUpdate(
        {
          _id: id,
          status: 'running',
          'lease.staleAt': { $lte: now },
          'lease.until': { $gt: now },
        },
        { $set: { lease }, $inc: { takeovers: 1, claims: 1 } },
        { returnDocument: 'after' },
      )
      .lean<RunRecord>()
      .exec();
  }

  /** Prolongs a lease; false where it is no longer this one. */
  async renew(id: Types.ObjectId, lease: Lease): Promise<boolean> {
    return this.write(id, lease.id, { $set: { lease } });
  }

  /** Remembers how far a run is; false where the lease is no longer this one. */
  async checkpoint(id: Types.ObjectId, leaseId: string, progress: Progress): Promise<boolean> {
    const { cursor, successful, repaired, failures } = progress;
    return this.write(id, leaseId, {
      $set: { cursor, takeovers: 0 },
      $inc: {
        successfulBackups: successful,
        failedBackups: failures.length,
        repaired,
      },
      ...(failures.length > 0 && {
        $push: { failures: { $each: failures, $slice: MOST_FAILURES } },
      }),
    });
  }

  async setTotal(id: Types.ObjectId, leaseId: string, totalImages: number): Promise<boolean> {
    return this.write(id, leaseId, { $set: { totalImages } });
  }

  /** Gives a run back, so that another worker goes on at once; that it was taken does not count. */
  async release(id: Types.ObjectId, lease: Lease): Promise<boolean> {
    return this.write(id, lease.id, {
      $set: { lease: { ...lease, id: '' } },
      $inc: { takeovers: -1 },
    });
  }

  /** Ends a run, and stores the event of it. */
  async end(
    id: Types.ObjectId,
    leaseId: string,
    result: Pick<RunRecord, 'status' | 'endTime' | 'errorMessage' | 'totalImages'>,
    outbox: readonly OutboxEntry[],
  ): Promise<boolean> {
    return this.write(id, leaseId, {
      $set: result,
      $unset: { slot: 1, lease: 1 },
      $push: { outbox: { $each: [...outbox] } },
    });
  }

  /** Runs that nobody has worked on for too long. */
  async lost(now: Date): Promise<RunRecord[]> {
    return this.model
      .find({ status: 'running', 'lease.until': { $lte: now } })
      .select('-failures')
      .lean<RunRecord[]>()
      .exec();
  }

  /** Fails a lost run, unless its worker came back in the last moment. */
  async fail(
    { _id, lease }: RunRecord,
    errorMessage: RunFault,
    outbox: readonly OutboxEntry[],
    now: Date,
  ): Promise<boolean> {
    const { modifiedCount } = await this.model.updateOne(
      { _id, status: 'running', 'lease.until': lease?.until ?? now },
      {
        $set: { status: 'failed', endTime: now, errorMessage },
        $unset: { slot: 1, lease: 1 },
        $push: { outbox: { $each: [...outbox] } },
      },
    );
    return modifiedCount === 1;
  }

  private async write(id: Types.ObjectId, leaseId: string, update: object): Promise<boolean> {
    const { matchedCount } = await this.model.updateOne(
      { _id: id, status: 'running', 'lease.id': leaseId },
      update,
    );
    return matchedCount === 1;
  }
}
