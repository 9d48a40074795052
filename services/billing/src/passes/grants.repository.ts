import type { OutboxEntry } from '@ctdb/chassis';
import { type OrderState, practiceEvents } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { InstallationRepository } from '../purchases/installation.repository.js';
import { LedgerRepository } from '../purchases/ledger.repository.js';
import { type Grant, NEWEST_FIRST, type PurchaseRecord } from '../purchases/purchase.record.js';
import { toAccessCode } from '../typed-code.js';
import { type GrantPeriod, hasGrant, type Reschedule, toGrantPeriod } from './schedule.js';
import { isPlan } from './subscription.js';

const UNPAID: readonly OrderState[] = ['created', 'open', 'abandoned', 'denied'];

/** Whether money may yet come for an order; one that was not approved counts if it is of after `openSince`. */
const mayBePaid = ({ state, createdAt }: PurchaseRecord, openSince: Date): boolean =>
  /^(capturing|pending)$/.test(state) || (/^(created|open)$/.test(state) && createdAt > openSince);

/** Whether a purchase was paid after `since`, and is not activated. */
const isUnclaimed = ({ state, grant, paidAt }: PurchaseRecord, since: Date): boolean =>
  state === 'paid' && !grant && paidAt !== undefined && paidAt > since;

/** The rest of a filter: the grant of a purchase is the one that was read. */
const sameGrant = ({ grant }: PurchaseRecord) =>
  grant ? { 'grant.seq': grant.seq } : { grant: { $exists: false } };

/**
 * The grants in the collection `purchases`, and the pending work of purchases. A write of a grant
 * returns `null` if its sequence number is taken or the purchase has changed: the caller reads again
 * and retries.
 */
@Injectable()
export class GrantsRepository extends LedgerRepository {
  @Inject(InstallationRepository) private readonly installation!: InstallationRepository;

  async findGrants(practice: Types.ObjectId): Promise<GrantPeriod[]> {
    // The number makes the query match the partial index.
    const rows = await this.findMany({ practice, 'grant.seq': { $exists: true } });
    return rows.filter(hasGrant).map(toGrantPeriod);
  }

  /** All purchases and orders of a practice, newest first. */
  findRows(practice: Types.ObjectId): Promise<PurchaseRecord[]> {
    // Another condition here makes the database choose an index that finds more rows.
    return this.findMany({ practice }, { sort: NEWEST_FIRST });
  }

  /**
   * Whether a practice has orders of after `openSince` that may be paid, or payments of after `paidSince` to
   * activate.
   */
  async hasUnfinished(practice: Types.ObjectId, openSince: Date, paidSince: Date) {
    const rows = await this.findRows(practice);
    return rows.some((row) => mayBePaid(row, openSince) || isUnclaimed(row, paidSince));
  }

  /** The purchases of a practice that were paid, or are being paid, newest first. */
  async findAll(practice: Types.ObjectId): Promise<PurchaseRecord[]> {
    return (await this.findRows(practice)).filter(({ state }) => !UNPAID.includes(state));
  }

  /** Orders of a practice that may yet be paid. */
  async findUnpaid(practice: Types.ObjectId): Promise<PurchaseRecord[]> {
    return (await this.findRows(practice)).filter(({ state }) => UNPAID.includes(state));
  }

  /** The last purchase of a practice, or order of after `openSince` that may be paid. */
  async findLast(practice: Types.ObjectId, openSince: Date): Promise<PurchaseRecord | undefined> {
    const rows = await this.findRows(practice);
    return rows.find(({ paidAt }) => paidAt) ?? rows.find((row) => mayBePaid(row, openSince));
  }

  async findLastPaid(practice: Types.ObjectId): Promise<PurchaseRecord | undefined> {
    return (await this.findRows(practice)).find(({ paidAt }) => paidAt);
  }

  /** Purchases of a practice paid after `since` and not activated, oldest first. */
  async findUnclaimed(practice: Types.ObjectId, since: Date): Promise<PurchaseRecord[]> {
    return (await this.findRows(practice))
      .filter((row) => isUnclaimed(row, since))
      .sort((one, other) => Number(one.paidAt) - Number(other.paidAt));
  }

  /** Paid plans that end between the two times. */
  async findEndingPlans(from: number, to: number): Promise<PurchaseRecord[]> {
    const ending = { 'grant.endsAt': { $gt: new Date(from), $lte: new Date(to) } };
    const rows = await this.findMany(ending);
    return rows.filter(({ state, item }) => state === 'paid' && isPlan(item));
  }

  /** Practices of purchases refunded after `since` whose access would end after `now`. */
  async findRefundedPractices(since: Date, now: Date): Promise<Types.ObjectId[]> {
    return this.model.distinct('practice', {
      state: { $in: ['refunding', 'refunded'] },
      changedAt: { $gt: since },
      'grant.endsAt': { $gt: now },
    });
  }

  /** Stores the grant of a paid purchase. */
  insert({ _id, practice }: PurchaseRecord, grant: Grant, event: OutboxEntry) {
    return this.tryUpdate(
      { _id, practice, state: 'paid', grant: { $exists: false } },
      {
        $set: { grant },
        $addToSet: { due: { $each: ['access', 'account'] } },
        $push: { outbox: event },
      },
    );
  }

  /** Gives a queued grant its new times and sequence number. */
  replace(practice: Types.ObjectId, { from: { id, seq, startsAt }, to }: Reschedule) {
    return this.tryUpdate(
      { _id: id, practice, state: 'paid', 'grant.seq': seq, 'grant.startsAt': new Date(startsAt) },
      {
        $set: {
          'grant.seq': to.seq,
          'grant.startsAt': new Date(to.startsAt),
          'grant.endsAt': new Date(to.endsAt),
        },
      },
    );
  }

  /** Gives a purchase to another practice, with `grant` if it has one. */
  async changePractice(
    purchase: PurchaseRecord,
    practice: Types.ObjectId,
    grant: Grant | undefined,
  ): Promise<void> {
    await this.tryUpdate(
      { _id: purchase._id, practice: purchase.practice, ...sameGrant(purchase) },
      { $set: { practice, ...(grant && { grant }) }, $addToSet: { due: 'access' } },
    );
  }

  /** Makes a new code for an order or purchase; `issued`: an administrator does. The former one ends. */
  async renewCode(purchase: PurchaseRecord, issued?: { at: Date; event: OutboxEntry }) {
    const [key, codeVersion] = [await this.installation.getKey(), (purchase.codeVersion ?? 0) + 1];
    const accessCode = toAccessCode(key, purchase._id.toHexString(), codeVersion);
    const codeIssuedAt = issued && { codeIssuedAt: issued.at };
    return this.changeCode(purchase, { accessCode, codeVersion, ...codeIssuedAt }, issued?.event);
  }

  /** Replaces the access code of a purchase. */
  changeCode(
    { _id, state, codeVersion }: PurchaseRecord,
    next: { accessCode: string; codeVersion: number; codeIssuedAt?: Date },
    event?: OutboxEntry,
  ): Promise<PurchaseRecord | null> {
    const renewed = { orderId: _id.toHexString(), codeVersion: next.codeVersion };
    const events = [
      this.outbox.entry(practiceEvents.codeRenewed, renewed),
      ...(event ? [event] : []),
    ];
    return this.tryUpdate(
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
    await this.updateOne({ _id, codeIssuedAt }, { $unset: { codeIssuedAt: 1 } });
  }

  /** Stores the refund request, once. */
  async markRefundRequested({ _id }: PurchaseRecord, at: Date, event: OutboxEntry): Promise<void> {
    await this.updateOne(
      { _id, state: 'paid', refundRequestedAt: { $exists: false } },
      { $set: { refundRequestedAt: at }, $push: { outbox: event } },
    );
  }

  /** Purchases with pending work. */
  findPendingWork(limit: number): Promise<PurchaseRecord[]> {
    return this.findMany({ 'due.0': { $exists: true } }, { limit });
  }

  /** Clears the pending work of a purchase unless the purchase has changed since the read. */
  async clearPendingWork(purchase: PurchaseRecord): Promise<void> {
    const { _id, state, changedAt, practice } = purchase;
    const asRead = { _id, state, changedAt, practice, ...sameGrant(purchase) };
    await this.updateOne(asRead, { $set: { due: [] } });
  }
}
