import { isDuplicateKey, retryOnDeadlock, type OutboxEntry } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import type { Model, QueryFilter, Types, UpdateQuery } from 'mongoose';
import { idempotencyHorizon } from './idempotency.js';
import { STABLE_ORDER } from './stable-order.js';
import { REMEMBERED_COMMANDS, type StoredRecord } from './record.js';

/** What must still hold for a change to happen. */
export interface Guard {
  version: number;
}

/** Which command makes a change, and what the world is told of it. */
export interface Mark {
  command: string;
  entry: OutboxEntry;
}

/** See {@link RecordRepository.trashed}. */
export interface TrashedRecord {
  _id: Types.ObjectId;
  deletedAt: Date;
  /** Absent for a disease. */
  diseaseId?: Types.ObjectId;
}

/** The database code that all collections share. Every write touches one document, atomically. */
export abstract class RecordRepository<D extends StoredRecord> {
  protected constructor(protected readonly model: Model<D>) {}

  /** The record, deleted or not. */
  async byId(id: Types.ObjectId): Promise<D | null> {
    return this.model.findById(id).lean<D>().exec();
  }

  /** The record, unless it is missing or in the trash. */
  async live(id: Types.ObjectId): Promise<D | null> {
    return this.findOne({ _id: id, deletedAt: null });
  }

  /**
   * Stores a new record once: a redelivered command, or a request repeated under the same
   * idempotency key, gets the record of the first time.
   * Throws `IDEMPOTENCY_KEY_REUSED`, and what the database said of any other unique index.
   */
  async insertOnce(record: D): Promise<D> {
    try {
      await retryOnDeadlock(() => this.model.create(record));
      return record;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const first = await this.firstOf(record);
      if (first === 'forgotten') return this.insertOnce(record);
      if (!first) throw error;
      return first;
    }
  }

  /**
   * Changes a record where it still has `guard`'s version and this command has not changed it before.
   * Null where that does not hold: read it again and decide.
   */
  async change(
    id: Types.ObjectId,
    guard: Guard,
    set: Partial<D>,
    { command, entry }: Mark,
  ): Promise<D | null> {
    const filter = { _id: id, version: guard.version, recentCommands: { $ne: command } };
    const update = {
      $set: set,
      $inc: { version: 1 },
      $push: {
        outbox: entry,
        recentCommands: { $each: [command], $slice: -REMEMBERED_COMMANDS },
      },
    };
    return retryOnDeadlock(() =>
      this.model
        .findOneAndUpdate(filter as QueryFilter<D>, update as unknown as UpdateQuery<D>, {
          returnDocument: 'after',
        })
        .lean<D>()
        .exec(),
    );
  }

  /** What lies in the trash since after `since`: ids, times, and on which disease it hangs. */
  async trashed(since: Date): Promise<TrashedRecord[]> {
    return this.model
      .find({ deletedAt: { $gt: since } } as QueryFilter<D>)
      .select(['deletedAt', 'diseaseId'])
      .sort(STABLE_ORDER)
      .lean<TrashedRecord[]>()
      .exec();
  }

  /** The records of some ids, in no order. */
  async byIds(ids: readonly Types.ObjectId[]): Promise<D[]> {
    return this.model
      .find({ _id: { $in: ids } } as QueryFilter<D>)
      .lean<D[]>()
      .exec();
  }

  /** Forgets idempotency keys that nobody may repeat any more. */
  async forgetOldKeys(now: Date): Promise<void> {
    await this.model.updateMany(
      { 'idempotency.at': { $lt: idempotencyHorizon(now) } } as QueryFilter<D>,
      { $unset: { idempotency: 1 } } as UpdateQuery<D>,
    );
  }

  protected findOne(filter: object): Promise<D | null> {
    return this.model
      .findOne(filter as QueryFilter<D>)
      .lean<D>()
      .exec();
  }

  private async firstOf(record: D): Promise<D | 'forgotten' | null> {
    if (!record.idempotency) return this.byId(record._id);
    const { key, requestHash, at } = record.idempotency;
    const first = await this.findOne({ 'idempotency.key': key });
    if (!first?.idempotency) return null;
    if (first.idempotency.at < idempotencyHorizon(at)) {
      await this.model.updateOne(
        { _id: first._id, 'idempotency.key': key } as QueryFilter<D>,
        { $unset: { idempotency: 1 } } as UpdateQuery<D>,
      );
      return 'forgotten';
    }
    if (first.idempotency.requestHash !== requestHash)
      throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    return first;
  }
}
