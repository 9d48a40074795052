import { Inject, Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { PURCHASES } from '../purchases/purchases.tokens.js';

/** Pending follow-up work of purchases. */
@Injectable()
export class DueRepository {
  constructor(@Inject(PURCHASES) private readonly purchases: Model<PurchaseDocument>) {}

  /** Purchases with pending work. */
  find(limit: number): Promise<PurchaseDocument[]> {
    return this.purchases
      .find({ 'due.0': { $exists: true } })
      .limit(limit)
      .lean();
  }

  /** Clears the pending work of a purchase unless the purchase has changed since the read. */
  async done({ _id, state, changedAt, grant }: PurchaseDocument): Promise<void> {
    const unchanged = grant
      ? { 'grant.holder': grant.holder, 'grant.seq': grant.seq }
      : { grant: { $exists: false } };
    await this.purchases.updateOne(
      { _id, state, changedAt, ...unchanged },
      { $set: { due: [] }, ...(grant ? { $unset: { 'grant.from': 1 } } : {}) },
    );
  }

  /** Browsers of purchases refunded after `since` whose access would end after `now`. */
  async holdersOfRefunded(since: Date, now: Date): Promise<string[]> {
    return this.purchases.distinct('grant.holder', {
      state: { $in: ['refunding', 'refunded'] },
      changedAt: { $gt: since },
      'grant.endsAt': { $gt: now },
    });
  }
}
