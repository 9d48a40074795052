import { isDuplicateKey, Outbox, retryOnDeadlock } from '@ctdb/chassis';
import { purchaseEvents, toDecimalString } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { RedisClock } from '../redis-clock.js';
import { PurchaseRecord } from './purchase.record.js';
import type { NewPurchase } from './purchases.repository.js';

/** The fields of an order that is rebuilt from what its provider knows. */
type RebuiltPurchase = Omit<NewPurchase, 'commandId'> &
  Required<Pick<PurchaseRecord, '_id' | 'accessCode' | 'providerOrderId' | 'takenAt'>> &
  Pick<PurchaseRecord, 'approveUrl'>;

/** Purchases that are stored again after an older database was restored. */
@Injectable()
export class RebuiltPurchasesRepository {
  constructor(
    @InjectModel(PurchaseRecord.name) private readonly purchases: Model<PurchaseRecord>,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
  ) {}

  /** Stores an order that the provider has and this database has lost, unless it is stored already. */
  async store(order: RebuiltPurchase): Promise<PurchaseRecord> {
    const { _id, item, amountMinor, currency } = order;
    const amount = toDecimalString(amountMinor);
    const payload = { orderId: _id.toHexString(), item, amount, currency };
    const outbox = [this.outbox.entry(purchaseEvents.rebuilt, payload)];
    const changedAt = new Date(await this.clock.now());
    const commandId = `rebuilt-${_id.toHexString()}`;
    const row = { ...order, commandId, createdAt: _id.getTimestamp(), changedAt, outbox };
    try {
      await retryOnDeadlock(() => this.purchases.create({ ...row, state: 'open' as const }));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const stored = await this.purchases.findById(_id).lean<PurchaseRecord>();
    if (!stored) throw new Error('the rebuilt order is not stored');
    return stored;
  }
}
