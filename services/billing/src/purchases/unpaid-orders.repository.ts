import { isWriteConflict, retryOnDeadlock } from '@ctdb/chassis';
import type { Locale } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { RedisClock } from '../redis-clock.js';
import { PurchaseRecord } from './purchase.record.js';
import type { NewPurchase } from './purchases.repository.js';

/** What an order is for, and what its receipt and mails need. */
type Wish = Pick<NewPurchase, 'item' | 'amountMinor' | 'currency' | 'provider' | 'practice'> &
  Pick<NewPurchase, 'contactEmail' | 'buyerState'>;

/** Orders that their buyers may be paying. */
@Injectable()
export class UnpaidOrdersRepository {
  constructor(
    @InjectModel(PurchaseRecord.name) private readonly purchases: Model<PurchaseRecord>,
    private readonly clock: RedisClock,
  ) {}

  /**
   * Gives the buyer's browser the newest order for the same wish that its practice has made within
   * `ageMs`; `null` if there is none without an outcome. Its mails are in the buyer's present language.
   */
  async take(
    { item, amountMinor, currency, provider, practice, contactEmail, buyerState }: Wish,
    { browser, locale }: { browser: string; locale: Locale },
    ageMs: number,
  ): Promise<PurchaseRecord | null> {
    const absent = { $exists: false };
    const wish = {
      ...{ item, amountMinor, currency, provider, practice },
      contactEmail: contactEmail ?? absent,
      buyerState: buyerState ?? absent,
    };
    const createdAt = { $gt: new Date((await this.clock.now()) - ageMs) };
    try {
      return await retryOnDeadlock(() =>
        this.purchases
          .findOneAndUpdate(
            {
              state: { $in: ['open', 'capturing', 'pending'] },
              createdAt,
              ...wish,
            },
            { $set: { orderedBy: browser, locale } },
            { sort: { createdAt: -1 }, returnDocument: 'after' },
          )
          .lean<PurchaseRecord>()
          .exec(),
      );
    } catch (error) {
      // The browser has opened another order with the same key.
      if (isWriteConflict(error)) return null;
      throw error;
    }
  }
}
