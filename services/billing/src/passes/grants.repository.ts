import { isDuplicateKey, isWriteConflict, retryOnDeadlock, type OutboxEntry } from '@ctdb/chassis';
import { planItemNames } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import { PurchaseRecord, type Grant } from '../purchases/purchase.record.js';
import {
  hasGrant,
  toGrantPeriod,
  type GrantPeriod,
  type PurchaseWithGrant,
} from './grant-period.js';
import { buyerAddresses, isPlan } from './subscription.js';

/** A new or transferred grant with its event. */
export interface GrantChange {
  grant: Grant;
  /** See {@link PurchaseRecord.continues}. */
  continues?: string | undefined;
  event: OutboxEntry;
}

type Filter = QueryFilter<PurchaseRecord>;

const MAX_FORMER_HOLDERS = 20;

/** Grants of a browser. `seq` makes the query match the partial index. */
const heldBy = (holder: string) => ({
  'grant.holder': { $eq: holder },
  'grant.seq': { $exists: true },
});

/** One grant of a browser, as it was read. */
const heldAt = (holder: string, seq: number) => ({ 'grant.holder': holder, 'grant.seq': seq });

/**
 * The grants in the collection `purchases`, and the pending work of purchases. A write of a grant
 * returns `null` if its sequence number is taken or the purchase has changed: the caller reads again
 * and retries.
 */
@Injectable()
export class GrantsRepository {
  constructor(
    @InjectModel(PurchaseRecord.name) private readonly purchases: Model<PurchaseRecord>,
  ) {}

  /** Whether a browser has ordered, has a grant or had one. */
  async isKnown(holder: string): Promise<boolean> {
    const ordered = { orderedBy: { $eq: holder } };
    const had = { formerHolders: { $eq: holder } };
    return (await this.purchases.exists({ $or: [heldBy(holder), ordered, had] })) !== null;
  }

  async findGrants(holder: string): Promise<GrantPeriod[]> {
    const rows = await this.purchases
      .find(heldBy(holder))
      .select({ item: 1, state: 1, grant: 1 })
      .lean<PurchaseRecord[]>();
    return rows.filter(hasGrant).map(toGrantPeriod);
  }

  /** The plans that a browser has or had, the latest first. */
  async findPlans(holder: string): Promise<PurchaseRecord[]> {
    return this.purchases
      .find({ ...heldBy(holder), item: { $in: [...planItemNames] } })
      .sort({ 'grant.seq': -1 })
      .lean<PurchaseRecord[]>();
  }

  /** When the access ends that a browser ordered or had, and another browser has. */
  async findMovedEnds(holder: string): Promise<Date[]> {
    const rows = await this.purchases
      // Another condition here makes the database choose an index that finds more rows.
      .find({ $or: [{ orderedBy: { $eq: holder } }, { formerHolders: { $eq: holder } }] })
      .select({ state: 1, grant: 1 })
      .lean<PurchaseRecord[]>();
    return rows
      .filter(hasGrant)
      .filter(({ state, grant }) => state === 'paid' && grant.holder !== holder)
      .map(({ grant }) => grant.endsAt);
  }

  /** Orders of a browser paid after `since` and not activated, oldest first. */
  async findUnclaimed(holder: string, since: Date): Promise<PurchaseRecord[]> {
    const isUnclaimed = {
      state: 'paid',
      grant: { $exists: false },
      paidAt: { $gt: since },
    } as const;
    return this.purchases
      .find({ orderedBy: { $eq: holder }, ...isUnclaimed })
      .sort({ paidAt: 1, _id: 1 })
      .lean<PurchaseRecord[]>();
  }

  /** Grants of a browser and its orders without a grant, newest first. */
  async findAll(holder: string): Promise<PurchaseRecord[]> {
    // In this order: a purchase that is activated in between is found twice, never missed.
    const ordered = await this.purchases
      .find({
        orderedBy: { $eq: holder },
        state: { $in: ['capturing', 'pending', 'paid', 'refunding', 'refunded'] },
        grant: { $exists: false },
      })
      .lean<PurchaseRecord[]>();
    const held = await this.purchases.find(heldBy(holder)).lean<PurchaseRecord[]>();
    const all = new Map([...ordered, ...held].map((row) => [row._id.toHexString(), row]));
    return [...all.values()].sort(
      (one, other) =>
        other.createdAt.getTime() - one.createdAt.getTime() ||
        other._id.toHexString().localeCompare(one._id.toHexString()),
    );
  }

  /**
   * Purchases whose buyer an address proves, and that give access after `now`, or were paid after `since` and not activated;
   * the oldest payment first.
   */
  async findUsable(email: string, now: number, since: Date): Promise<PurchaseRecord[]> {
    const rows = await this.purchases
      // Another condition could make the database choose another index.
      .find({ $or: [{ payerEmail: { $eq: email } }, { contactEmail: { $eq: email } }] })
      .sort({ paidAt: 1, _id: 1 })
      .lean<PurchaseRecord[]>();
    return rows
      .filter((row) => row.state === 'paid' && buyerAddresses(row).includes(email))
      .filter(({ grant, paidAt }) =>
        grant ? grant.endsAt.getTime() > now : paidAt !== undefined && paidAt > since,
      );
  }

  /** Paid plans that end between the two times. */
  async findEndingPlans(from: number, to: number): Promise<PurchaseRecord[]> {
    const rows = await this.purchases
      .find({ 'grant.endsAt': { $gt: new Date(from), $lte: new Date(to) } })
      .lean<PurchaseRecord[]>();
    return rows.filter(({ state, item }) => state === 'paid' && isPlan(item));
  }

  /** Browsers of purchases refunded after `since` whose access would end after `now`. */
  async findRefundedHolders(since: Date, now: Date): Promise<string[]> {
    return this.purchases.distinct('grant.holder', {
      state: { $in: ['refunding', 'refunded'] },
      changedAt: { $gt: since },
      'grant.endsAt': { $gt: now },
    });
  }

  /** Stores the first grant of a paid purchase. */
  insert({ _id }: PurchaseRecord, change: GrantChange): Promise<PurchaseRecord | null> {
    return this.writeGrant({ _id, grant: { $exists: false } }, change);
  }

  /** Replaces the grant of a paid purchase by one of another browser. */
  transfer(
    { _id, grant: { holder, seq } }: PurchaseWithGrant,
    change: GrantChange,
  ): Promise<PurchaseRecord | null> {
    const formerHolders = { $each: [holder], $slice: -MAX_FORMER_HOLDERS };
    return this.writeGrant({ _id, ...heldAt(holder, seq) }, change, { formerHolders });
  }

  /** Gives a queued grant a new sequence number and new times. */
  async replace(
    { id, seq, startsAt }: GrantPeriod,
    holder: string,
    next: Pick<Grant, 'seq' | 'startsAt' | 'endsAt'>,
  ): Promise<void> {
    const { seq: nextSeq, startsAt: nextStart, endsAt } = next;
    await this.write(
      { _id: id, state: 'paid', ...heldAt(holder, seq), 'grant.startsAt': new Date(startsAt) },
      { $set: { 'grant.seq': nextSeq, 'grant.startsAt': nextStart, 'grant.endsAt': endsAt } },
    );
  }

  /** Gives a grant to the browser's next token, with the same times. */
  async changeHolder(
    { id, seq }: GrantPeriod,
    from: string,
    next: Pick<Grant, 'holder' | 'seq'>,
  ): Promise<void> {
    await this.write(
      { _id: id, ...heldAt(from, seq) },
      {
        $set: { 'grant.holder': next.holder, 'grant.seq': next.seq },
        $addToSet: { 'grant.from': from },
      },
    );
  }

  /** Gives the orders of a browser to its next token. */
  async changeOrderedBy(from: string, to: string): Promise<void> {
    const orders = { orderedBy: { $eq: from } };
    for (const { _id } of await this.purchases.find(orders).select({ _id: 1 }).lean()) {
      try {
        await retryOnDeadlock(() =>
          this.purchases.updateOne({ _id, ...orders }, { $set: { orderedBy: to } }).exec(),
        );
      } catch (error) {
        // Both tokens have opened an order with the same key: the later one counts.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  /** Stores the refund request, once. */
  async markRefundRequested(
    { _id }: Pick<PurchaseRecord, '_id'>,
    at: Date,
    event: OutboxEntry,
  ): Promise<void> {
    await this.write(
      { _id, state: 'paid', refundRequestedAt: { $exists: false } },
      { $set: { refundRequestedAt: at }, $push: { outbox: event } },
    );
  }

  /** Purchases with pending work. */
  async findPendingWork(limit: number): Promise<PurchaseRecord[]> {
    return this.purchases
      .find({ 'due.0': { $exists: true } })
      .limit(limit)
      .lean<PurchaseRecord[]>();
  }

  /** Clears the pending work of a purchase unless the purchase has changed since the read. */
  async clearPendingWork({ _id, state, changedAt, grant }: PurchaseRecord): Promise<void> {
    const unchanged = grant ? heldAt(grant.holder, grant.seq) : { grant: { $exists: false } };
    await this.purchases.updateOne(
      { _id, state, changedAt, ...unchanged },
      { $set: { due: [] }, ...(grant ? { $unset: { 'grant.from': 1 } } : {}) },
    );
  }

  private writeGrant(
    filter: Filter,
    { grant, continues, event }: GrantChange,
    push: object = {},
  ): Promise<PurchaseRecord | null> {
    return this.write(
      { ...filter, state: 'paid' },
      {
        $set: { grant, ...(continues && { continues }) },
        $addToSet: { due: { $each: ['access', 'account'] } },
        $push: { outbox: event, ...push },
      },
    );
  }

  private async write(
    filter: Filter,
    update: UpdateQuery<PurchaseRecord>,
  ): Promise<PurchaseRecord | null> {
    try {
      return await this.purchases
        .findOneAndUpdate(filter, update, { returnDocument: 'after' })
        .lean<PurchaseRecord>();
    } catch (error) {
      if (isWriteConflict(error)) return null;
      throw error;
    }
  }
}
