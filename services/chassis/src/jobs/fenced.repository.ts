import { Prop, Schema } from '@nestjs/mongoose';
import type { Queue } from 'bullmq';
import type { Model, mongo, QueryFilter, Types, UpdateQuery } from 'mongoose';
import { CollectionRepository } from '../data/collection.repository.js';
import type { AppLogger } from '../logging/app-logger.js';
import { serviceUnavailable } from '../context/error-mapping.js';

/**
 * How the records of one queue are kept alive: a killed worker's record is taken over after 8 to 12 s, and
 * fails within 50 s without a worker.
 */
export const jobTiming = {
  /** A worker marks its record this often. */
  heartbeatMs: 2_000,
  /** A record that was not marked for this long may be taken over. */
  staleMs: 8_000,
  /** A record that waits on a reachable queue for this long has no worker and fails. */
  lostMs: 32_000,
};
/** See {@link jobTiming}. */
export type JobTiming = typeof jobTiming;

/** The part of a stored record by which long work survives its workers. */
@Schema()
export abstract class JobRecord {
  _id!: Types.ObjectId;
  /** Names what only one running record may hold; absent once the work has ended. */
  @Prop({ type: String }) slot?: string;
  /** Fencing token: increases with every take, and every write of a worker names it. */
  @Prop({ type: Number, default: 0 }) token!: number;
  /** Takes since the work last got any further. */
  @Prop({ type: Number, default: 0 }) takeovers!: number;
  /** The last sign of its worker, by the database's clock; absent while no worker has it. */
  @Prop({ type: Date }) seenAt?: Date;
  /** Since when it has been on the queue without a worker; see {@link FencedRepository.reconcile}. */
  @Prop({ type: Date }) waitingSince?: Date;
}

/** The index that holds one running record to a slot. */
export const jobSlotIndex: mongo.IndexDescription = {
  name: 'oneAtATime',
  key: { slot: 1 },
  unique: true,
  partialFilterExpression: { slot: { $exists: true } },
};

/** A record that this worker now holds. */
export interface TakenJob<R> {
  record: R;
  /** How long the worker before was silent; 0 after an orderly handover. Milliseconds. */
  silentMs: number;
}

/** Another worker has taken the record, or the work has ended: this worker may not write any more. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** Carries what a job of the queue needs: the rest is in the record. */
export interface FencedJobData {
  id: string;
}

/** How often each process calls {@link FencedRepository.reconcile}; milliseconds. */
export const RECONCILE_INTERVAL_MS = 2_000;

/** Between a taken slot and the read of the record in it, that record may end. */
const MAX_START_ATTEMPTS = 10;

const running = { slot: { $exists: true } };

/**
 * Long work as rows of the database. BullMQ hands a row to a worker, the row says whether it is due and
 * who may write: Redis may lose everything, and a worker may die or sleep at any moment. Times are the
 * database's own, so that no process's clock decides.
 */
export abstract class FencedRepository<R extends JobRecord> extends CollectionRepository<R> {
  private isReconciling = false;

  constructor(
    model: Model<R>,
    indexes: readonly mongo.IndexDescription[],
    private readonly queue: Queue<FencedJobData>,
    private readonly logger: AppLogger,
    readonly timing: JobTiming = jobTiming,
  ) {
    super(model, [jobSlotIndex, ...indexes]);
  }

  /** The database's clock. */
  async now(): Promise<Date> {
    const reply = await this.model.db.db?.command({ hello: 1 });
    const localTime: unknown = reply?.['localTime'];
    if (!(localTime instanceof Date)) throw new Error('the database tells no time');
    return localTime;
  }

  /**
   * Stores a new record and puts it on the queue. A repeated start (same id) and a second one (same
   * slot) get the record that is there.
   */
  async start(record: R): Promise<{ record: R; isNew: boolean }> {
    for (let attempts = 0; attempts < MAX_START_ATTEMPTS; attempts += 1) {
      if (await this.insertIfMissing(record)) {
        await this.enqueue(record);
        return { record, isNew: true };
      }
      const known = (await this.find(record._id)) ?? (await this.inSlot(record.slot));
      if (known) return { record: known, isNew: false };
    }
    throw serviceUnavailable();
  }

  async find(id: Types.ObjectId): Promise<R | null> {
    return this.findOne({ _id: id } as QueryFilter<R>);
  }

  /** The running record that holds a slot. */
  async inSlot(slot: string | undefined): Promise<R | null> {
    return this.findOne({ slot } as QueryFilter<R>);
  }

  /** Takes a running record over; null where a living worker has it, or it has ended. */
  async take(id: Types.ObjectId): Promise<TakenJob<R> | null> {
    const update: UpdateQuery<JobRecord> = {
      $inc: { token: 1, takeovers: 1 },
      $currentDate: { seenAt: true },
      $unset: { waitingSince: 1 },
    };
    const filter = { ...this.silent(), _id: id } as QueryFilter<R>;
    const before = await this.findOneAndUpdate(filter, update as UpdateQuery<R>, {
      returnDocument: 'before',
    });
    if (!before) return null;
    const { token = 0, takeovers, seenAt } = before;
    const record = { ...before, token: token + 1, takeovers: takeovers + 1 };
    const silentMs = seenAt ? (await this.now()).getTime() - seenAt.getTime() : 0;
    return { record, silentMs: Math.max(0, silentMs) };
  }

  /**
   * Writes under the record's token, and returns the record as it is then (its `projection`). Throws
   * {@link FencedError} where another worker has taken it.
   */
  async write(
    { _id, token }: Pick<R, '_id' | 'token'>,
    update: UpdateQuery<R>,
    projection: Record<string, 0 | 1> = {},
  ): Promise<R> {
    const seen = {
      ...update,
      $currentDate: { seenAt: true },
      $unset: { ...update.$unset, waitingSince: 1 },
    } as UpdateQuery<R>;
    const held = { ...running, _id, token } as QueryFilter<R>;
    const after = await this.findOneAndUpdate(held, seen, { projection });
    if (!after) throw new FencedError('another worker has taken over');
    return after;
  }

  /** The last write of a record: its slot is free then. */
  async end(record: Pick<R, '_id' | 'token'>, update: UpdateQuery<R>): Promise<void> {
    await this.write(record, { ...update, $unset: { slot: 1 } } as UpdateQuery<R>, { _id: 1 });
  }

  /** Gives a record back, so that another worker takes it at once; this take does not count. */
  async release({ _id, token }: Pick<R, '_id' | 'token'>): Promise<void> {
    const update: UpdateQuery<JobRecord> = {
      $unset: { seenAt: 1, waitingSince: 1 },
      $inc: { takeovers: -1 },
    };
    await this.updateOne({ ...running, _id, token } as QueryFilter<R>, update as UpdateQuery<R>);
  }

  /**
   * Puts records without a living worker on the queue again, as Redis may have lost them. A record that
   * no worker takes although the queue can be reached is taken and given to `fail`. Call it every few
   * seconds in every process of the service: one process is enough.
   */
  async reconcile(fail: (lost: R) => Promise<void>): Promise<void> {
    if (this.isReconciling) return;
    this.isReconciling = true;
    try {
      const now = await this.now();
      const projection = { token: 1, waitingSince: 1 } as const;
      const waiting = await this.findMany(this.silent() as QueryFilter<R>, { projection });
      for (const record of waiting) await this.reconcileOne(record, now, fail);
    } finally {
      this.isReconciling = false;
    }
  }

  private async reconcileOne(record: JobRecord, now: Date, fail: (lost: R) => Promise<void>) {
    const isQueued = await this.enqueue(record);
    const waitedMs = now.getTime() - (record.waitingSince?.getTime() ?? Number.NaN);
    if (isQueued && waitedMs >= this.timing.lostMs) {
      const lost = await this.take(record._id);
      if (!lost) return;
      this.logger.error('no worker takes a job', { job: record._id.toHexString() });
      await fail(lost.record);
      return;
    }
    // Time without a queue does not count, nor does a time of the future after a change of the clock.
    if (isQueued && waitedMs >= 0) return;
    const { _id, token } = record;
    const update: UpdateQuery<JobRecord> = { $currentDate: { waitingSince: true } };
    await this.updateOne({ ...running, _id, token } as QueryFilter<R>, update as UpdateQuery<R>);
  }

  /**
   * Adds nothing if the record's job is on the queue already. The token is in the job's id, so that the
   * job of an earlier take, whatever its state, does not stand for the next one.
   */
  private async enqueue({ _id, token }: Pick<R, '_id' | 'token'>): Promise<boolean> {
    const id = _id.toHexString();
    const options = { jobId: `${id}-${token}`, removeOnComplete: true, removeOnFail: true };
    try {
      await this.queue.add('run', { id }, options);
      return true;
    } catch (error) {
      this.logger.warn('queueing a job failed, the reconciler will retry', { job: id }, error);
      return false;
    }
  }

  /**
   * Records whose worker is not seen: a mark of the future was made by a clock that was changed. The
   * database reads its clock in the same step, so that a process that sleeps before it takes nothing.
   */
  private silent(): object {
    const { staleMs } = this.timing;
    const seen = [
      { $gt: ['$seenAt', { $subtract: ['$$NOW', staleMs] }] },
      { $lt: ['$seenAt', { $add: ['$$NOW', staleMs] }] },
    ];
    return { ...running, $expr: { $not: [{ $and: seen }] } };
  }
}
