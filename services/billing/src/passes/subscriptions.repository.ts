import { CollectionRepository } from '@ctdb/chassis';
import { purchaseItemNames } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { toUpdate, UserRecord } from '../accounts/users/user.record.js';
import { PurchaseRecord } from '../purchases/purchase.record.js';
import {
  isPlan,
  toSubscriptionFields,
  type PlanPayment,
  type Subscription,
} from './subscription.js';

/** Upper case: it cannot collide with the key of an administrator, which is in lower case. */
const buyerUsernameKey = (email: string) => `BUYER:${email}`;

const ofBuyer = (email: string) => ({ email: { $eq: email } });

/** Subscriptions in the rows of `users`, and the payments and addresses behind them. */
@Injectable()
export class SubscriptionsRepository extends CollectionRepository<UserRecord> {
  constructor(
    @InjectModel(UserRecord.name) model: Model<UserRecord>,
    @InjectModel(PurchaseRecord.name) private readonly purchases: Model<PurchaseRecord>,
  ) {
    super(model);
  }

  /** The payments for plans with an e-mail address. */
  async findPayments(email: string): Promise<PlanPayment[]> {
    const plans = { item: { $in: purchaseItemNames.filter(isPlan) }, paidAt: { $exists: true } };
    const found = this.purchases.find({ payerEmail: { $eq: email }, ...plans });
    return found.lean<PlanPayment[]>();
  }

  /** Stores a subscription with the buyer, who may be an administrator as well. */
  async store(email: string, subscription: Subscription): Promise<void> {
    await this.upsert(ofBuyer(email), {
      ...toUpdate(toSubscriptionFields(subscription)),
      $setOnInsert: {
        username: email,
        usernameKey: buyerUsernameKey(email),
        isAdmin: false,
        createdAt: new Date(),
        credentialVersion: 1,
        outbox: [],
      },
    });
  }

  /** Buyers whose ended subscription is not marked as ended. */
  async findExpired(now: Date, limit: number): Promise<string[]> {
    const ended = { subscriptionStatus: 'active', subscriptionEndDate: { $lte: now } } as const;
    const rows = await this.findMany(ended, { limit });
    return rows.flatMap(({ email }) => email ?? []);
  }

  async markExpired(email: string, now: Date): Promise<void> {
    await this.updateOne(
      { ...ofBuyer(email), subscriptionStatus: 'active', subscriptionEndDate: { $lte: now } },
      { $set: { subscriptionStatus: 'expired' } },
    );
  }

  /** Whether orders of other practices have this address. */
  async isUsedElsewhere(email: string, practice: Types.ObjectId): Promise<boolean> {
    const $or = [{ contactEmail: { $eq: email } }, { payerEmail: { $eq: email } }];
    return (await this.purchases.exists({ $or, practice: { $ne: practice } })) !== null;
  }

  async removeAddresses(practice: Types.ObjectId): Promise<void> {
    await this.purchases.updateMany({ practice }, { $unset: { contactEmail: 1, payerEmail: 1 } });
  }

  /** Removes a buyer's row; of a person of the team, or of a former one, only that part. */
  async removeBuyer(email: string): Promise<void> {
    const alone = { role: { $exists: false }, erasedAt: { $exists: false } };
    await this.deleteMany({ ...ofBuyer(email), ...alone });
    await this.updateOne(ofBuyer(email), {
      $set: { subscriptionStatus: 'inactive' },
      $unset: {
        email: 1,
        subscriptionType: 1,
        subscriptionStartDate: 1,
        subscriptionEndDate: 1,
        paymentMethod: 1,
        paymentId: 1,
      },
    });
  }
}
