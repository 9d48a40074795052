import { CollectionRepository, isDuplicateKey, jobSlotIndex, outboxIndex } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types, UpdateQuery } from 'mongoose';
import { ImportRecord, withoutLists } from '../records/import.record.js';

/** The version before 2026-11-23 stored something else in the same collection. */
const isImport = { status: { $exists: true } };

/** What administrators do with imports, in the collection `imports`. A worker finds what has a slot. */
@Injectable()
export class ImportsRepository extends CollectionRepository<ImportRecord> {
  constructor(@InjectModel(ImportRecord.name) model: Model<ImportRecord>) {
    super(model, [
      jobSlotIndex,
      { name: 'newest', key: { createdAt: -1 } },
      { name: 'outbox', key: outboxIndex },
    ]);
  }

  find(id: Types.ObjectId): Promise<ImportRecord | null> {
    return this.findOne({ ...isImport, _id: id });
  }

  /** One page, newest first, without their lists; and how many there are. */
  async page(page: number, limit: number): Promise<{ items: ImportRecord[]; total: number }> {
    const sort = { createdAt: -1, _id: -1 } as const;
    const options = { projection: withoutLists, sort, skip: (page - 1) * limit, limit };
    const [items, total] = await Promise.all([
      this.findMany(isImport, options),
      this.model.countDocuments(isImport).exec(),
    ]);
    return { items, total };
  }

  /**
   * Stores a new import with a free one of some slots, unless there is one of its id. `IMPORT_RUNNING`
   * if they are all taken.
   */
  async insert(record: ImportRecord, slots: readonly string[]): Promise<void> {
    for (const slot of slots) if (await this.insertIfMissing({ ...record, slot })) return;
    if (await this.find(record._id)) return;
    throw new DomainError('IMPORT_RUNNING');
  }

  /**
   * Changes an import that has one of some states; null if it has another one. `IMPORT_RUNNING` if the
   * slot that it is to have is taken.
   */
  async change(
    id: Types.ObjectId,
    filter: QueryFilter<ImportRecord>,
    update: UpdateQuery<ImportRecord>,
  ): Promise<ImportRecord | null> {
    try {
      // Not findAndModify, whose error of a taken slot FerretDB does not translate.
      const { matchedCount } = await this.updateOne(
        { ...filter, _id: id } as QueryFilter<ImportRecord>,
        update,
      );
      return matchedCount === 0 ? null : await this.find(id);
    } catch (error) {
      if (isDuplicateKey(error)) throw new DomainError('IMPORT_RUNNING');
      throw error;
    }
  }
}
