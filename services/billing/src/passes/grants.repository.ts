import { isWriteConflict, outboxEntry, type OutboxEntry } from '@ctdb/chassis';
import { practiceEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types, UpdateQuery } from 'mongoose';
import { PurchaseRecord, type Grant } from '../purchases/purchase.record.js';
import { hasGrant, toGrantPeriod, type GrantPeriod } from './grant-period.js';
import { isPlan } from './subscription.js';

/** Purchases with a grant in a practice. `seq` makes the query match the partial index. */
const grantedIn = (practice: Types.ObjectId) => ({ practice, 'grant.seq': { $exists: true } });

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

  async findGrants(practice: Types.ObjectId): Promise<GrantPeriod[]> {
    const rows = await this.purchases
      .find(grantedIn(practice))
      .select({ item: 1, state: 1, changedAt: 1, grant: 1 })
      .lean<PurchaseRecord[]>();
    return rows.filter(hasGrant).map(toGrantPeriod);
  }

  /** All purchases and orders of a practice, newest first. */
  async findRows(practice: Types.ObjectId): Promise<PurchaseRecord[]> {
    return (
      this.purchases
        // Another condition here makes the database choose an index that finds more rows.
        .find({ practice })
        .sort({ createdAt: -1, _id: -1 })
        .lean<PurchaseRecord[]>()
    );
  }

  /** Whether a practice has orders of after `openSince` that may be paid, or payments to activate. */
  async hasUnfinished(
    practice: Types.ObjectId,
    { openSince, paidSince }: { openSince: Date; paidSince: Date },
  ): Promise<boolean> {
    return (await this.findRows(practice)).some(({ state, createdAt, paidAt, grant }) => {
      if (state === 'paid') return !grant && paidAt !== undefined && paidAt > paidSince;
      if (state === 'created' || state === 'open') return createdAt > openSince;
      return state === 'capturing' || state === 'pending';
    });
  }

  /** The purchases of a practice that were paid, or are being paid, newest first. */
  async findAll(practice: Types.ObjectId): Promise<PurchaseRecord[]> {
    const states = ['capturing', 'pending', 'paid', 'refunding', 'refunded'];
    return (await this.findRows(practice)).filter(({ state }) => states.includes(state));
  }

  /** Orders of a practice that may yet be paid. */
  async findUnpaid(practice: Types.ObjectId): Promise<PurchaseRecord[]> {
    const states = ['created', 'open', 'abandoned', 'denied'];
    return (await this.findRows(practice)).filter(({ state }) => states.includes(state));
  }

  /** The last purchase of a practice, or order of after `openSince` that may be paid. */
  async findLast(practice: Types.ObjectId, openSince: Date): Promise<PurchaseRecord | undefined> {
    const rows = await this.findRows(practice);
    const mayBePaid = ({ state, createdAt }: PurchaseRecord) =>
      /^(capturing|pending)$/.test(state) ||
      (/^(created|open)$/.test(state) && createdAt > openSince);
    return rows.find(({ paidAt }) => paidAt !== undefined) ?? rows.find(mayBePaid);
  }

  async findLastPaid(practice: Types.ObjectId): Promise<PurchaseRecord | undefined> {
    return (await this.findRows(practice)).find(({ paidAt }) => paidAt !== undefined);
  }

  /** Purchases of a practice paid after `since` and not activated, oldest first. */
  async findUnclaimed(practice: Types.ObjectId, since: Date): Promise<PurchaseRecord[]> {
    return (await this.findRows(practice))
      .filter(({ state, grant, paidAt }) => state === 'paid' && !grant && paidAt && paidAt > since)
      .sort((one, other) => Number(one.paidAt) - Number(other.paidAt));
  }

  /** Paid plans that end between the two times. */
  async findEndingPlans(from: number, to: number): Promise<PurchaseRecord[]> {
    const rows = await this.purchases
      .find({ 'grant.endsAt': { $gt: new Date(from), $lte: new Date(to) } })
      .lean<PurchaseRecord[]>();
    return rows.filter(({ state, item }) => state === 'paid' && isPlan(item));
  }

  /** Practices of purchases refunded after `since` whose access would end after `now`. */
  async findRefundedPractices(since: Date, now: Date): Promise<Types.ObjectId[]> {
    return this.purchases.distinct('practice', {
      state: { $in: ['refunding', 'refunded'] },
      changedAt: { $gt: since },
      'grant.endsAt': { $gt: now },
    });
  }

  /** Stores the grant of a paid purchase. */
  insert(
    { _id, practice }: PurchaseRecord,
    grant: Grant,
    event: OutboxEntry,
  ): Promise<PurchaseRecord | null> {
    return this.write(
      { _id, practice, state: 'paid', grant: { $exists: false } },
      {
        $set: { grant },
        $addToSet: { due: { $each: ['access', 'account'] } },
        $push: { outbox: event },
      },
    );
  }

  /** Gives a queued grant a new sequence number and new times. */
  async replace(
    { id, seq, startsAt }: GrantPeriod,
    practice: Types.ObjectId,
    next: Pick<Grant, 'seq' | 'startsAt' | 'endsAt'>,
  ): Promise<void> {
    const { seq: nextSeq, startsAt: nextStart, endsAt } = next;
    await this.write(
      { _id: id, practice, state: 'paid', 'grant.seq': seq, 'grant.startsAt': new Date(startsAt) },
      { $set: { 'grant.seq': nextSeq, 'grant.startsAt': nextStart, 'grant.endsAt': endsAt } },
    );
  }

  /** Gives a purchase to another practice, with `grant` if it has one. */
  async changePractice(
    { _id, practice: from, grant: known }: PurchaseRecord,
    practice: Types.ObjectId,
    grant: Grant | undefined,
  ): Promise<void> {
    const asRead = known ? { 'grant.seq': known.seq } : { grant: { $exists: false } };
    await this.write(
      { _id, practice: from, ...asRead },
      { $set: { practice, ...(grant && { grant }) }, $addToSet: { due: 'access' } },
    );
  }

  /** Replaces the access code of a purchase; `codeIssuedAt`: an administrator does. */
  async changeCode(
    { _id, state, codeVersion }: PurchaseRecord,
    next: { accessCode: string; codeVersion: number; codeIssuedAt?: Date },
    event?: OutboxEntry,
  ): Promise<PurchaseRecord | null> {
    const renewed = { orderId: _id.toHexString(), codeVersion: next.codeVersion };
    const events = [outboxEntry(practiceEvents.codeRenewed, renewed), ...(event ? [event] : [])];
    return this.write(
      { _id, state, codeVersion: codeVersion ?? { $exists: false } },
      {
        $set: next,
        $unset: { isCodeMailed: 1, ...(!next.codeIssuedAt && { codeIssuedAt: 1 }) },
        $push: { outbox: { $each: events } },
      },
    );
  }

  /** The buyer sees the code that an administrator made. */
  async markCodeShown({ _id, codeIssuedAt }: PurchaseRecord): Promise<void> {
    await this.write({ _id, codeIssuedAt }, { $unset: { codeIssuedAt: 1 } });
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
  async clearPendingWork({
    _id,
    state,
    changedAt,
    practice,
    grant,
  }: PurchaseRecord): Promise<void> {
    const unchanged = grant ? { 'grant.seq': grant.seq } : { grant: { $exists: false } };
    await this.purchases.updateOne(
      { _id, state, changedAt, practice, ...unchanged },
      { $set: { due: [] } },
    );
  }

  private async write(
    filter: QueryFilter<PurchaseRecord>,
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
