import { purchaseEvents, toDecimalString } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { LedgerRepository } from './ledger.repository.js';
import type { PurchaseRecord } from './purchase.record.js';
import type { NewPurchase } from './purchases.repository.js';

/** The fields of an order that is rebuilt from what its provider knows. */
type RebuiltPurchase = Omit<NewPurchase, 'commandId'> &
  Required<Pick<PurchaseRecord, '_id' | 'accessCode' | 'providerOrderId' | 'takenAt'>> &
  Pick<PurchaseRecord, 'approveUrl'>;

/** Purchases that are stored again after an older database was restored. */
@Injectable()
export class RebuiltPurchasesRepository extends LedgerRepository {
  /** Stores an order that the provider has and this database has lost, unless it is stored already. */
  async store(order: RebuiltPurchase): Promise<PurchaseRecord> {
    const { _id, item, amountMinor, currency } = order;
    const [orderId, amount] = [_id.toHexString(), toDecimalString(amountMinor)];
    await this.insertIfMissing({
      ...order,
      state: 'open',
      commandId: `rebuilt-${orderId}`,
      createdAt: _id.getTimestamp(),
      changedAt: new Date(await this.clock.now()),
      declines: 0,
      due: [],
      outbox: [this.outbox.entry(purchaseEvents.rebuilt, { orderId, item, amount, currency })],
    });
    const stored = await this.findOne({ _id });
    if (!stored) throw new Error('the rebuilt order is not stored');
    return stored;
  }
}
