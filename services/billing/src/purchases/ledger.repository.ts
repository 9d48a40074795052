import { CollectionRepository, Outbox } from '@ctdb/chassis';
import { Inject } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { RedisClock } from '../redis-clock.js';
import { PurchaseRecord } from './purchase.record.js';

/** The base of the repositories of the ledger, the collection `purchases`. */
export abstract class LedgerRepository extends CollectionRepository<PurchaseRecord> {
  @Inject(RedisClock) protected readonly clock!: RedisClock;
  @Inject(Outbox) protected readonly outbox!: Outbox;

  constructor(@InjectModel(PurchaseRecord.name) model: Model<PurchaseRecord>) {
    super(model);
  }
}
