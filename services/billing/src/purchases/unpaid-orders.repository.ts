import { retryOnDeadlock } from '@ctdb/chassis';
import type { Locale } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { nullOnConflict } from '../null-on-conflict.js';
import { LedgerRepository } from './ledger.repository.js';
import type { PurchaseRecord } from './purchase.record.js';
import type { NewPurchase } from './purchases.repository.js';

/** What an order is for, and what its receipt and mails need. */
type Wish = Pick<NewPurchase, 'item' | 'amountMinor' | 'currency' | 'provider' | 'practice'> &
  Pick<NewPurchase, 'contactEmail' | 'buyerState'>;

/** Orders that their buyers may be paying. */
@Injectable()
export class UnpaidOrdersRepository extends LedgerRepository {
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
    const newest = { sort: { createdAt: -1 }, returnDocument: 'after' } as const;
    const write = () =>
      this.model
        .findOneAndUpdate(same, { $set: { orderedBy: browser, locale } }, newest)
        .lean<PurchaseRecord>()
        .exec();
    // The browser may have opened another order with the same key.
    return retryOnDeadlock(write).catch(nullOnConflict);
  }
}
