import { setTimeout as pause } from 'node:timers/promises';
import type { OnModuleInit } from '@nestjs/common';
import { type Model, mongo, type QueryFilter, type SortOrder, type UpdateQuery } from 'mongoose';
import { batchCalls, type BatchFailures } from './coalesce-calls.js';
import { isDuplicateKey, isWriteConflict, retryOnDeadlock, retryUpsert } from './write-conflict.js';

const MAX_ATTEMPTS = 6;

/**
 * Makes the indexes that are missing. FerretDB may answer "deadlock detected" where several
 * processes make indexes at once; then another attempt succeeds.
 */
export const ensureIndexes = async <D>(
  model: Pick<Model<D>, 'collection'>,
  indexes: readonly mongo.IndexDescription[],
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await model.collection.createIndexes([...indexes]);
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
      await pause(attempt * 50 * (1 + Math.random()));
    }
  }
};

const MAX_INSERTS_PER_COMMAND = 100;

interface FindOptions {
  projection?: Record<string, 0 | 1>;
  sort?: Record<string, SortOrder>;
  limit?: number;
  skip?: number;
}

/** `returnDocument` is `after` where it is not given. */
type FindAndUpdateOptions = Pick<FindOptions, 'projection' | 'sort'> & {
  returnDocument?: 'before' | 'after';
};

/** The error of a lost connection, which the driver wraps. */
const connectionError = (error: unknown): Error | undefined => {
  if (!(error instanceof mongo.MongoBulkWriteError)) return undefined;
  const { errorResponse }: { errorResponse: unknown } = error;
  return errorResponse instanceof Error ? errorResponse : undefined;
};

/**
 * The base of repositories: the indexes of one collection, and writes that are repeated after a
 * deadlock of the database. `RecordRepository` is for records that commands change.
 */
export abstract class CollectionRepository<D> implements OnModuleInit {
  private readonly insertInBatch = batchCalls(
    (records: Record<string, unknown>[]) => this.insertAll(records),
    MAX_INSERTS_PER_COMMAND,
  );

  protected constructor(
    protected readonly model: Model<D>,
    private readonly indexes: readonly mongo.IndexDescription[] = [],
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.indexes.length > 0) await ensureIndexes(this.model, this.indexes);
  }

  /** The first record by `sort`; with the fields of `projection` alone. */
  protected async findOne(
    filter: QueryFilter<D>,
    { projection, ...options }: FindOptions = {},
  ): Promise<D | null> {
    return this.model.findOne(filter, projection, options).lean<D>().exec();
  }

  /** Without `sort` in no order; without `limit` all; with the fields of `projection` alone. */
  protected async findMany(
    filter: QueryFilter<D>,
    { projection, ...options }: FindOptions = {},
  ): Promise<D[]> {
    return this.model.find(filter, projection, options).lean<D[]>().exec();
  }

  /**
   * Inserts a record; those of concurrent calls in one command of the database. Each call has its own
   * outcome: throws where the record does not fit its schema, and the error of a unique index.
   */
  protected async insertRecord(record: D): Promise<void> {
    const document = new this.model(record);
    await document.validate();
    await retryOnDeadlock(() => this.insertInBatch(document.toBSON()));
  }

  /** Inserts a record. False where one with its id, or another unique value of it, exists. */
  protected async insertIfMissing(record: D): Promise<boolean> {
    try {
      await this.insertRecord(record);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  /**
   * Inserts records in one command, one after the other; the first that fails is the last one tried.
   * They are not checked against their schema. Throws the error of a unique index.
   */
  protected async insertInOrder(records: readonly D[]): Promise<void> {
    await retryOnDeadlock(async () => {
      try {
        await this.model.collection.insertMany([...records] as Record<string, unknown>[]);
      } catch (error) {
        throw connectionError(error) ?? error;
      }
    });
  }

  protected updateOne(filter: QueryFilter<D>, update: UpdateQuery<D>) {
    return retryOnDeadlock(() => this.model.updateOne(filter, update).exec());
  }

  protected updateMany(filter: QueryFilter<D>, update: UpdateQuery<D>) {
    return retryOnDeadlock(() => this.model.updateMany(filter, update).exec());
  }

  protected async upsert(filter: QueryFilter<D>, update: UpdateQuery<D>): Promise<void> {
    await retryUpsert(() => this.model.updateOne(filter, update, { upsert: true }).exec());
  }

  /** The first record by `sort` that fits `filter`, as it is after the update; null where none fits. */
  protected findOneAndUpdate(
    filter: QueryFilter<D>,
    update: UpdateQuery<D>,
    given: FindAndUpdateOptions = {},
  ): Promise<D | null> {
    const options = { returnDocument: 'after', ...given } as const;
    return retryOnDeadlock(() =>
      this.model.findOneAndUpdate(filter, update, options).lean<D>().exec(),
    );
  }

  /** The same; null also where a unique index refuses the update, or another write comes first. */
  protected async tryUpdate(
    filter: QueryFilter<D>,
    update: UpdateQuery<D>,
    sort?: Record<string, SortOrder>,
  ): Promise<D | null> {
    try {
      return await this.findOneAndUpdate(filter, update, sort && { sort });
    } catch (error) {
      if (isWriteConflict(error)) return null;
      throw error;
    }
  }

  /** Returns how many records were deleted. */
  protected async deleteMany(filter: QueryFilter<D>): Promise<number> {
    const { deletedCount } = await retryOnDeadlock(() => this.model.deleteMany(filter).exec());
    return deletedCount;
  }

  private async insertAll(records: Record<string, unknown>[]): Promise<BatchFailures> {
    try {
      await this.model.collection.insertMany(records, { ordered: false });
      return new Map();
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
      const lost = connectionError(error);
      if (lost) throw lost;
      const failed = [error.writeErrors].flat();
      if (failed.length === 0 || error.result.getWriteConcernError()) throw error;
      return new Map(
        failed.map(({ index, code, errmsg }) => [
          index,
          new mongo.MongoServerError({ message: errmsg, code }),
        ]),
      );
    }
  }
}
