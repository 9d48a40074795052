import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { UserRecord } from '../accounts/user.record.js';
import { PurchaseRecord } from '../purchases/purchase.record.js';
import { AccessLinkRecord } from './access-links.repository.js';

const PURCHASE_ADDRESSES = ['contactEmail', 'payerEmail'] as const;

/** Addresses of buyers outside their practices' records. Every step may be repeated. */
@Injectable()
export class ErasuresRepository {
  constructor(
    @InjectModel(PurchaseRecord.name) private readonly purchases: Model<PurchaseRecord>,
    @InjectModel(UserRecord.name) private readonly users: Model<UserRecord>,
    @InjectModel(AccessLinkRecord.name) private readonly links: Model<AccessLinkRecord>,
  ) {}

  /** The addresses of the practice's purchases. */
  async findAddresses(practice: Types.ObjectId): Promise<string[]> {
    const found = await Promise.all(
      PURCHASE_ADDRESSES.map((field) => this.purchases.distinct(field, { practice }).exec()),
    );
    return [...new Set(found.flat().filter((email) => email !== undefined))];
  }

  /** Whether purchases of other practices have this address. */
  async isUsedElsewhere(email: string, practice: Types.ObjectId): Promise<boolean> {
    const $or = PURCHASE_ADDRESSES.map((field) => ({ [field]: { $eq: email } }));
    return (await this.purchases.exists({ $or, practice: { $ne: practice } })) !== null;
  }

  /** Removes links to an address, and its buyer's row in `users`; of a person of the team only that part. */
  async removeBuyer(email: string): Promise<void> {
    const ofBuyer = { email: { $eq: email } };
    await this.links.deleteMany(ofBuyer);
    // The row of an erased person of the team keeps its id.
    const alone = { role: { $exists: false }, erasedAt: { $exists: false } };
    await this.users.deleteMany({ ...ofBuyer, ...alone });
    await this.users.updateOne(ofBuyer, {
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

  async removeAddresses(practice: Types.ObjectId): Promise<void> {
    await this.purchases.updateMany({ practice }, { $unset: { contactEmail: 1, payerEmail: 1 } });
  }
}
