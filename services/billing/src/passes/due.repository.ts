import { Inject, Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { PURCHASES } from '../purchases/purchases.tokens.js';

/** Work that changes of purchases leave behind. */
@Injectable()
export class DueRepository {
  constructor(@Inject(PURCHASES) private readonly purchases: Model<PurchaseDocument>) {}

  /** Purchases with work left. */
  find(limit: number): Promise<PurchaseDocument[]> {
    return this.purchases
      .find({ 'due.0': { $exists: true } })
      .limit(limit)
      .lean();
  }

  /** Forgets the work of a purchase, unless the purchase has changed since it was read. */
  async done({ _id, state, changedAt, grant }: PurchaseDocument): Promise<void> {
    const unchanged = grant
      ? { 'grant.holder': grant.holder, 'grant.seq': grant.seq }
      : { grant: { $exists: false } };
    await this.purchases.updateOne(
      { _id, state, changedAt, ...unchanged },
      { $set: { due: [] }, ...(grant ? { $unset: { 'grant.from': 1 } } : {}) },
    );
  }

  /** Browsers of purchases that were refunded after `since` and would still run at `now`. */
  async holdersOfRefunded(since: Date, now: Date): Promise<string[]> {
    return this.purchases.distinct('grant.holder', {
      state: { $in: ['refunding', 'refunded'] },
      changedAt: { $gt: since },
      'grant.endsAt': { $gt: now },
    });
  }
}
