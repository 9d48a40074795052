import { toObjectId } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { UserRecord } from '../accounts/user.record.js';
import { PurchaseRecord } from '../purchases/purchase.record.js';
import { isPlan, normalizeEmail } from './subscription.js';

type Buyer = Pick<
  PurchaseRecord,
  '_id' | 'item' | 'payerEmail' | 'isPayerUnverified' | 'continues'
>;

/** The verified e-mail address of a plan's payer. That of an hourly pass is not enough. */
const planEmail = ({ item, payerEmail, isPayerUnverified }: Buyer): string | undefined =>
  isPlan(item) && payerEmail !== undefined && !isPayerUnverified
    ? normalizeEmail(payerEmail)
    : undefined;

/** Whom what is written under purchases belongs to; see `getPurchaseHolders` of the contracts. */
@Injectable()
export class HoldersRepository {
  constructor(
    @InjectModel(PurchaseRecord.name) private readonly purchases: Model<PurchaseRecord>,
    @InjectModel(UserRecord.name) private readonly users: Model<UserRecord>,
  ) {}

  /** Holders by purchase; without plans whose buyer has no row yet. */
  async findHolders(ids: readonly string[]): Promise<Map<string, string>> {
    const asked = await this.findBuyers(ids);
    const continued = new Map(asked.map(({ _id, continues }) => [_id.toHexString(), continues]));
    const others = await this.findBuyers(asked.flatMap(({ continues }) => continues ?? []));
    const buyers = [...asked, ...others];
    const emails = new Map(buyers.map((buyer) => [buyer._id.toHexString(), planEmail(buyer)]));
    const rows = await this.findRows([...emails.values()].filter((email) => email !== undefined));
    const holders = new Map<string, string>();
    for (const id of ids) {
      const first = continued.get(id) ?? id;
      const email = emails.get(first);
      const holder = email === undefined ? `pass:${first}` : rows.get(email);
      if (holder !== undefined) holders.set(id, holder);
    }
    return holders;
  }

  private async findBuyers(ids: readonly string[]): Promise<Buyer[]> {
    if (ids.length === 0) return [];
    return this.purchases
      .find({ _id: { $in: ids.map(toObjectId) } })
      .select({ item: 1, payerEmail: 1, isPayerUnverified: 1, continues: 1 })
      .lean<Buyer[]>();
  }

  private async findRows(emails: readonly string[]): Promise<Map<string, string>> {
    if (emails.length === 0) return new Map();
    const rows = await this.users
      .find({ email: { $in: emails } })
      .select({ email: 1 })
      .lean<Pick<UserRecord, '_id' | 'email'>[]>();
    return new Map(rows.map(({ _id, email = '' }) => [email, `user:${_id.toHexString()}`]));
  }
}
