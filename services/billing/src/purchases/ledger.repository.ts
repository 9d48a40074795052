import { CollectionRepository, Outbox } from '@ctdb/chassis';
import { Inject } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, SortOrder, UpdateQuery } from 'mongoose';
import { nullOnConflict } from '../null-on-conflict.js';
import { RedisClock } from '../redis-clock.js';
import { PurchaseRecord } from './purchase.record.js';

/** The base of the repositories of the ledger, the collection `purchases`. */
export abstract class LedgerRepository extends CollectionRepository<PurchaseRecord> {
  @Inject(RedisClock) protected readonly clock!: RedisClock;
  @Inject(Outbox) protected readonly outbox!: Outbox;

  constructor(@InjectModel(PurchaseRecord.name) model: Model<PurchaseRecord>) {
    super(model);
  }

  protected findMany(
    filter: QueryFilter<PurchaseRecord>,
    sort: Record<string, SortOrder> = {},
    limit = 0,
    skip = 0,
  ): Promise<PurchaseRecord[]> {
    const options = { sort, limit, skip };
    return this.model.find(filter, null, options).lean<PurchaseRecord[]>().exec();
  }

  /** The changed purchase; `null` if it does not fit `filter` any more, or a unique index refuses the change. */
  protected write(
    filter: QueryFilter<PurchaseRecord>,
    update: UpdateQuery<PurchaseRecord>,
  ): Promise<PurchaseRecord | null> {
    return this.findOneAndUpdate(filter, update).catch(nullOnConflict);
  }
}
