import { isWriteConflict, type OutboxEntry } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { Types, type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import type { Grant, PurchaseDocument } from '../purchases/purchase.schema.js';
import { PURCHASES } from '../purchases/purchases.tokens.js';
import { toHolding, type Granted } from './grant.mapper.js';
import type { Holding } from './holding.js';

/** A grant as it is given or moved, with all that this leaves behind. */
export interface GrantChange {
  grant: Grant;
  event: OutboxEntry;
}

type Filter = QueryFilter<PurchaseDocument>;

/** What a browser holds; the index has only rows with a place, and serves who says that it wants those. */
const heldBy = (holder: string) => ({
  'grant.holder': { $eq: holder },
  'grant.seq': { $exists: true },
});

/**
 * The grants in the collection `purchases`. A write that takes a place among a browser's grants
 * answers `null` where the place is taken or the purchase has changed: read again, and retry.
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

  /** What a browser has ordered and not begun, paid after `since`; the oldest first. */
  unclaimedOf(holder: string, since: Date): Promise<PurchaseDocument[]> {
    return this.purchases
      .find({ orderedBy: { $eq: holder }, state: 'paid', grant: { $exists: false } })
      .find({ paidAt: { $gt: since } })
      .sort({ paidAt: 1, _id: 1 })
      .lean();
  }

  /** What a browser holds, and what it has ordered that no browser holds; newest first. */
  async allOf(holder: string): Promise<PurchaseDocument[]> {
    // One after the other: what is begun meanwhile is found twice rather than never.
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

  /** Gives queued access a new place and time. */
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

  /** Notes that the money is asked back, once. */
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
