import { isWriteConflict, MONGO } from '@ctdb/chassis';
import { purchaseItemNames } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model } from 'mongoose';
import { userSchema, type UserDocument } from '../accounts/user.schema.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { PURCHASES } from '../purchases/purchases.tokens.js';
import { isPlan, type PlanPayment, type Subscription } from './subscription.js';
import { toPayment, toSubscriptionFields } from './subscriptions.mapper.js';

const UPSERT_TRIES = 5;

/** Upper case: it cannot collide with the key of an administrator, which is in lower case. */
const buyerKey = (email: string) => `BUYER:${email}`;

/** Subscriptions in the rows of `users`, and the payments behind them. */
@Injectable()
export class SubscriptionsRepository {
  private readonly users: Model<UserDocument>;

  constructor(
    @Inject(MONGO) mongo: Connection,
    @Inject(PURCHASES) private readonly purchases: Model<PurchaseDocument>,
  ) {
    this.users = mongo.model<UserDocument>('User', userSchema);
  }

  async paymentsOf(email: string): Promise<PlanPayment[]> {
    const rows = await this.purchases
      .find({
        payerEmail: { $eq: email },
        item: { $in: purchaseItemNames.filter(isPlan) },
      })
      .lean();
    return rows.flatMap((row) => toPayment(row) ?? []);
  }

  /** Stores a subscription with the buyer, who may be an administrator as well. */
  async store(email: string, subscription: Subscription): Promise<void> {
    const fields = toSubscriptionFields(subscription);
    const buyer = {
      username: email,
      usernameKey: buyerKey(email),
      isAdmin: false,
      createdAt: new Date(),
      credentialVersion: 1,
      outbox: [],
    };
    for (let tries = 1; ; tries += 1) {
      try {
        await this.users.updateOne(
          { email: { $eq: email } },
          { ...fields, $setOnInsert: buyer },
          { upsert: true },
        );
        return;
      } catch (error) {
        // Another writer created the row.
        if (!isWriteConflict(error) || tries === UPSERT_TRIES) throw error;
      }
    }
  }

  /** Buyers whose ended subscription is not marked as ended. */
  async expired(now: Date, limit: number): Promise<string[]> {
    const rows = await this.users
      .find({ subscriptionStatus: 'active', subscriptionEndDate: { $lte: now } })
      .select({ email: 1 })
      .limit(limit)
      .lean();
    return rows.flatMap(({ email }) => email ?? []);
  }

  async markExpired(email: string, now: Date): Promise<void> {
    await this.users.updateOne(
      { email: { $eq: email }, subscriptionStatus: 'active', subscriptionEndDate: { $lte: now } },
      { $set: { subscriptionStatus: 'expired' } },
    );
  }
}
