import { isWriteConflict, type OutboxEntry } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { Types, type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import type { Grant, PurchaseDocument } from '../purchases/purchase.schema.js';
import { PURCHASES } from '../purchases/purchases.tokens.js';
import { toHolding, type Granted } from './grant.mapper.js';
import type { Holding } from './holding.js';

/** A new or moved grant with its event. */
export interface GrantChange {
  grant: Grant;
  event: OutboxEntry;
}

type Filter = QueryFilter<PurchaseDocument>;

/** Grants of a browser. `seq` makes the query match the partial index. */
const heldBy = (holder: string) => ({
  'grant.holder': { $eq: holder },
  'grant.seq': { $exists: true },
});

/**
 * The grants in the collection `purchases`. A write of a grant returns `null` if its sequence
 * number is taken or the purchase has changed: the caller reads again and retries.
 */
@Injectable()
export class GrantsRepository {
  constructor(@Inject(PURCHASES) private readonly purchases: Model<PurchaseDocument>) {}

  async find(id: string): Promise<PurchaseDocument | null> {
    return Types.ObjectId.isValid(id) ? this.purchases.findById(id).lean() : null;
  }

  findByReceiptCode(receiptCode: string): Promise<PurchaseDocument | null> {
    return this.purchases.findOne({ receiptCode: { $eq: receiptCode } }).lean();
  }

  async holdingsOf(holder: string): Promise<Holding[]> {
    const rows = await this.purchases
      .find(heldBy(holder))
      .select({ item: 1, state: 1, grant: 1 })
      .lean();
    return rows
      .filter((row): row is typeof row & Granted => row.grant !== undefined)
      .map(toHolding);
  }

  /** Orders of a browser paid after `since` and not activated, oldest first. */
  unclaimedOf(holder: string, since: Date): Promise<PurchaseDocument[]> {
    return this.purchases
      .find({ orderedBy: { $eq: holder }, state: 'paid', grant: { $exists: false } })
      .find({ paidAt: { $gt: since } })
      .sort({ paidAt: 1, _id: 1 })
      .lean();
  }

  /** Grants of a browser and its orders without a grant, newest first. */
  async allOf(holder: string): Promise<PurchaseDocument[]> {
    // In this order: a purchase that is activated in between is found twice, never missed.
    const ordered = await this.purchases
      .find({
        orderedBy: { $eq: holder },
        state: { $in: ['capturing', 'pending', 'paid', 'refunding', 'refunded'] },
        grant: { $exists: false },
      })
      .lean();
    const held = await this.purchases.find(heldBy(holder)).lean();
    const all = new Map([...ordered, ...held].map((row) => [row._id.toHexString(), row]));
    return [...all.values()].sort(
      (one, other) =>
        other.createdAt.getTime() - one.createdAt.getTime() ||
        other._id.toHexString().localeCompare(one._id.toHexString()),
    );
  }

  /** Assigns a paid purchase without a grant to a browser. */
  give({ _id }: Pick<PurchaseDocument, '_id'>, change: GrantChange) {
    return this.place({ _id, state: 'paid', grant: { $exists: false } }, change);
  }

  /** Moves a paid purchase to another browser. */
  move({ _id, grant: { holder, seq } }: Granted, change: GrantChange) {
    return this.place({ _id, state: 'paid', 'grant.holder': holder, 'grant.seq': seq }, change);
  }

  /** Gives a queued grant a new sequence number and new times. */
  async replace(
    { id, seq, startsAt }: Holding,
    holder: string,
    next: Pick<Grant, 'seq' | 'startsAt' | 'endsAt'>,
  ): Promise<void> {
    await this.write(
      {
        _id: id,
        state: 'paid',
        'grant.holder': holder,
        'grant.seq': seq,
        'grant.startsAt': new Date(startsAt),
      },
      {
        $set: {
          'grant.seq': next.seq,
          'grant.startsAt': next.startsAt,
          'grant.endsAt': next.endsAt,
        },
      },
    );
  }

  /** Stores the refund request, once. */
  async askRefund(
    { _id }: Pick<PurchaseDocument, '_id'>,
    at: Date,
    event: OutboxEntry,
  ): Promise<void> {
    await this.write(
      { _id, state: 'paid', refundRequestedAt: { $exists: false } },
      { $set: { refundRequestedAt: at }, $push: { outbox: event } },
    );
  }

  private place(filter: Filter, { grant, event }: GrantChange): Promise<PurchaseDocument | null> {
    return this.write(filter, {
      $set: { grant },
      $addToSet: { due: { $each: ['access', 'account'] } },
      $push: { outbox: event },
    });
  }

  private async write(
    filter: Filter,
    update: UpdateQuery<PurchaseDocument>,
  ): Promise<PurchaseDocument | null> {
    try {
      return await this.purchases
        .findOneAndUpdate(filter, update, { returnDocument: 'after' })
        .lean();
    } catch (error) {
      if (isWriteConflict(error)) return null;
      throw error;
    }
  }
}
