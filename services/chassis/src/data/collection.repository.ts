import type { OnModuleInit } from '@nestjs/common';
import type { Model, mongo, QueryFilter, UpdateQuery, UpdateWriteOpResult } from 'mongoose';
import { ensureIndexes } from './indexes.js';
import { isDuplicateKey, retryOnDeadlock, retryUpsert } from './write-conflict.js';

/**
 * The base of repositories: the indexes of one collection, and writes that are repeated after a
 * deadlock of the database. `RecordRepository` is for records that commands change.
 */
export abstract class CollectionRepository<D> implements OnModuleInit {
  protected constructor(
    protected readonly model: Model<D>,
    private readonly indexes: readonly mongo.IndexDescription[] = [],
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.indexes.length > 0) await ensureIndexes(this.model, this.indexes);
  }

  protected async findOne(filter: QueryFilter<D>): Promise<D | null> {
    return this.model.findOne(filter).lean<D>().exec();
  }

  /** Inserts a record. False where one with its id, or another unique value of it, exists. */
  protected async insertIfMissing(record: D): Promise<boolean> {
    try {
      await retryOnDeadlock(() => this.model.create([record]));
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  protected updateOne(
    filter: QueryFilter<D>,
    update: UpdateQuery<D>,
  ): Promise<UpdateWriteOpResult> {
    return retryOnDeadlock(() => this.model.updateOne(filter, update).exec());
  }

  protected updateMany(
    filter: QueryFilter<D>,
    update: UpdateQuery<D>,
  ): Promise<UpdateWriteOpResult> {
    return retryOnDeadlock(() => this.model.updateMany(filter, update).exec());
  }

  protected async upsert(filter: QueryFilter<D>, update: UpdateQuery<D>): Promise<void> {
    await retryUpsert(() => this.model.updateOne(filter, update, { upsert: true }).exec());
  }

  /** The record as it is after the update; null where none fits `filter`. */
  protected findOneAndUpdate(filter: QueryFilter<D>, update: UpdateQuery<D>): Promise<D | null> {
    return retryOnDeadlock(() =>
      this.model.findOneAndUpdate(filter, update, { returnDocument: 'after' }).lean<D>().exec(),
    );
  }

  /** Returns how many records were deleted. */
  protected async deleteMany(filter: QueryFilter<D>): Promise<number> {
    const { deletedCount } = await retryOnDeadlock(() => this.model.deleteMany(filter).exec());
    return deletedCount;
  }
}
