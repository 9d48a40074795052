import { type Locale, purchaseEvents, toDecimalString } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { LedgerRepository } from './ledger.repository.js';
import type { PurchaseRecord } from './purchase.record.js';
import type { NewPurchase } from './purchases.repository.js';

/** What an order is for, and what its receipt and mails need. */
type Wish = Pick<NewPurchase, 'item' | 'amountMinor' | 'currency' | 'provider' | 'practice'> &
  Pick<NewPurchase, 'contactEmail' | 'buyerState'>;

/** The fields of an order that is rebuilt from what its provider knows. */
type RebuiltPurchase = Omit<NewPurchase, 'commandId'> &
  Required<Pick<PurchaseRecord, '_id' | 'accessCode' | 'providerOrderId' | 'takenAt'>> &
  Pick<PurchaseRecord, 'approveUrl'>;

/** Orders that are given to their buyers again, or stored again after an older database was restored. */
@Injectable()
export class OrdersRepository extends LedgerRepository {
  /**
   * Gives the buyer's browser the newest order for the same wish that its practice has made within
   * `ageMs`; `null` if there is none without an outcome. Its mails are in the buyer's present language.
   */
  async take(
    wish: Wish,
    { browser, locale }: { browser: string; locale: Locale },
    ageMs: number,
  ): Promise<PurchaseRecord | null> {
    const absent = { $exists: false };
    const same = {
      ...wish,
      contactEmail: wish.contactEmail ?? absent,
      buyerState: wish.buyerState ?? absent,
      state: { $in: ['open', 'capturing', 'pending'] as const },
      createdAt: { $gt: new Date((await this.clock.now()) - ageMs) },
    };
    // A unique index refuses it if the browser has opened another order with the same key.
    return this.tryUpdate(same, { $set: { orderedBy: browser, locale } }, { createdAt: -1 });
  }

  /** Stores an order that the provider has and this database has lost, unless it is stored already. */
  async restore(order: RebuiltPurchase): Promise<PurchaseRecord> {
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
