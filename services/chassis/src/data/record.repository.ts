import { DomainError } from '@ctdb/contracts';
import { Inject } from '@nestjs/common';
import type { QueryFilter, Types, UpdateQuery } from 'mongoose';

import { OutboxRelay, type OutboxEntry } from './outbox-entry.js';
import { CollectionRepository } from './collection.repository.js';
import {
  idempotencyCutoff,
  MAX_RECENT_COMMANDS,
  STABLE_ORDER,
  type StoredRecord,
} from './stored-record.js';
import { isDuplicateKey, retryOnConflict } from './write-conflict.js';

/** Describes what a command makes of a record, and the event of it. */
export interface Change<D> {
  set: Partial<D>;
  event: OutboxEntry;
}

/** A record in the trash. */
export interface DeletedRecord {
  _id: Types.ObjectId;
  deletedAt: Date;
  /** The disease that it belongs to; absent where it belongs to none. */
  diseaseId?: Types.ObjectId;
}

/**
 * The base of repositories of records: one collection, every write one document, atomically.
 *
 * ```ts
 * @Schema(recordOptions('shelves'))
 * export class ShelfRecord extends StoredRecord {
 *   @Prop({ type: String, required: true }) label!: string;
 * }
 *
 * @Injectable()
 * export class ShelvesRepository extends RecordRepository<ShelfRecord> {
 *   constructor(@InjectModel(ShelfRecord.name) model: Model<ShelfRecord>) {
 *     super(model, [...recordIndexes, { name: 'label', key: { label: 1 }, unique: true }]);
 *   }
 * }
 *
 * // In the module: MongooseModule.forFeature([{ name: ShelfRecord.name,
 * //   schema: SchemaFactory.createForClass(ShelfRecord) }])
 * // In the service:
 * const command = commandFingerprint(context, renameShelf.name, request);
 * const shelf = await this.shelves.change(toObjectId(id), command, (before) => {
 *   if (!before || before.deletedAt) throw new DomainError('NOT_FOUND', { kind: 'shelf' });
 *   requireVersion(before, ifMatch, toShelf);
 *   return { set: { label }, event: outboxEntry(shelfEvents.renamed, { … }) };
 * });
 * ```
 */
export abstract class RecordRepository<D extends StoredRecord> extends CollectionRepository<D> {
  @Inject(OutboxRelay) private readonly outbox!: OutboxRelay;

  /** The record, deleted or not. */
  async findById(id: Types.ObjectId): Promise<D | null> {
    return this.findOne({ _id: id } as QueryFilter<D>);
  }

  /** The record, unless it is missing or in the trash. */
  async findActive(id: Types.ObjectId): Promise<D | null> {
    return this.findOne({ _id: id, deletedAt: null } as QueryFilter<D>);
  }

  /** The records of some ids, in no order. */
  async findByIds(ids: readonly Types.ObjectId[]): Promise<D[]> {
    return this.findMany({ _id: { $in: ids } } as QueryFilter<D>);
  }

  /** Finds what was deleted after `since`: ids, times, and the disease that it belongs to. */
  async findDeletedSince(since: Date): Promise<DeletedRecord[]> {
    const options = { projection: { deletedAt: 1, diseaseId: 1 }, sort: STABLE_ORDER } as const;
    const deleted = await this.findMany({ deletedAt: { $gt: since } } as QueryFilter<D>, options);
    return deleted as unknown as DeletedRecord[];
  }

  /**
   * Stores a new record once: a redelivered command, or a request repeated under the same
   * idempotency key, gets the record of the first time.
   * Throws `IDEMPOTENCY_KEY_REUSED`, and the database's error of any other unique index.
   */
  async insertOnce(record: D): Promise<D> {
    try {
      await this.insertRecord(record);
      this.relay(record);
      return record;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const original = await this.findOriginal(record);
      if (original === 'expired') return this.insertOnce(record);
      if (!original) throw error;
      return original;
    }
  }

  /**
   * Changes a record: reads it, decides, writes where no other writer came between, and else begins
   * again; a deadlock of the database is retried. A command that has changed the record before
   * changes nothing and gets the record as it is. The version rises by one.
   *
   * @param command see `commandFingerprint`
   * @param decide throws what refuses the command; null leaves the record as it is
   */
  async change(
    id: Types.ObjectId,
    command: string,
    decide: (before: D | null) => Change<D> | null | Promise<Change<D> | null>,
  ): Promise<D> {
    return retryOnConflict(async () => {
      const before = await this.findById(id);
      if (before?.recentCommands.includes(command)) return before;
      const change = await decide(before);
      if (!before) throw new Error('decide must refuse a missing record');
      return change ? this.write(before, command, change) : before;
    });
  }

  /** Forgets the idempotency keys that have expired. */
  async removeExpiredKeys(now: Date): Promise<void> {
    await this.updateMany(
      { 'idempotency.at': { $lt: idempotencyCutoff(now) } } as QueryFilter<D>,
      { $unset: { idempotency: 1 } } as UpdateQuery<D>,
    );
  }

  /**
   * The record that the first delivery of this command, or the first request under this idempotency
   * key, has stored; null where there is none. Throws `IDEMPOTENCY_KEY_REUSED`.
   */
  async findOriginal(
    record: Pick<StoredRecord, '_id' | 'idempotency'>,
  ): Promise<D | 'expired' | null> {
    if (!record.idempotency) return this.findById(record._id);
    const { key, requestHash, at } = record.idempotency;
    const first = await this.findOne({ 'idempotency.key': key } as QueryFilter<D>);
    if (!first?.idempotency) return null;
    if (first.idempotency.at < idempotencyCutoff(at)) {
      await this.updateOne(
        { _id: first._id, 'idempotency.key': key } as QueryFilter<D>,
        { $unset: { idempotency: 1 } } as UpdateQuery<D>,
      );
      return 'expired';
    }
    if (first.idempotency.requestHash !== requestHash)
      throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    return first;
  }

  private relay(record: D): void {
    this.outbox.relayDocument(this.model.collection.name, record);
  }

  /** Null where another writer, or this very command, changed the record first. */
  private async write({ _id, version }: D, command: string, change: Change<D>): Promise<D | null> {
    const filter = { ...sameVersion({ _id, version }), recentCommands: { $ne: command } };
    const update = {
      $set: { ...change.set, version: currentVersion({ version }) + 1 },
      $push: {
        outbox: change.event,
        recentCommands: { $each: [command], $slice: -MAX_RECENT_COMMANDS },
      },
    };
    const changed = await this.findOneAndUpdate(
      filter as QueryFilter<D>,
      update as unknown as UpdateQuery<D>,
    );
    if (changed) this.relay(changed);
    return changed;
  }
}

type Versioned = Pick<StoredRecord, '_id'> & { version?: number };

/** Records of earlier versions of the product may lack it. */
const currentVersion = ({ version = 1 }: Pick<Versioned, 'version'>): number => version;

/** The filter of a record that no other writer has changed since it was read. */
export const sameVersion = ({ _id, version }: Versioned) => ({ _id, version: version ?? null });

/**
 * Throws `VERSION_CONFLICT` with the current state where `ifMatch` is given and not its version.
 * @param toContract the record as the caller may see it
 */
export const requireVersion = <D extends StoredRecord>(
  record: D,
  ifMatch: number | undefined,
  toContract: (record: D) => { id: string; version: number },
): void => {
  if (ifMatch !== undefined && ifMatch !== currentVersion(record))
    throw new DomainError('VERSION_CONFLICT', { current: toContract(record) });
};
