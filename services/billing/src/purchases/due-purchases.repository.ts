import { randomUUID } from 'node:crypto';
import { type OrderState, type PaymentProviderName, purchaseEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { LedgerRepository } from './ledger.repository.js';
import type { PartialRefund, PurchaseRecord } from './purchase.record.js';
import { notLeased, RECHECK_INTERVAL_MS } from './purchases.repository.js';
import { transitions } from './transitions.js';

const DAY_MS = 86_400_000;
/** As long as providers let a payment be refunded. */
const PAID_PERIOD_MS = 180 * DAY_MS;
/** Longer than a bank takes to say that a buyer has paid after all. */
const EXPIRED_PERIOD_MS = 7 * DAY_MS;
/** Anyone can send webhooks, so that they cause no more reads of a purchase than this. */
const WEBHOOK_INTERVAL_MS = 10_000;

/** Sorts by the last change, the oldest first. */
const OLDEST = { changedAt: 1 } as const;

/** Filter: a webhook has come since the last read, which is not too recent. */
const isReadDue = (now: number) => ({
  webhookAt: { $exists: true },
  webhookReadAt: { $not: { $gt: new Date(now - WEBHOOK_INTERVAL_MS) } },
});

/**
 * What is due of purchases in the ledger: outcomes to find out, reads at their providers, receipts, and the end
 * of orders that were never paid.
 */
@Injectable()
export class DuePurchasesRepository extends LedgerRepository {
  /** Purchases in `state` without a valid lease, the oldest change first. */
  async findUnfinished(state: OrderState, limit: number): Promise<PurchaseRecord[]> {
    return this.findMany({ state, ...notLeased(await this.clock.now()) }, { sort: OLDEST, limit });
  }

  /** Open orders older than `ageMs` without a known payment and without a valid lease. */
  async findUnpaid(ageMs: number, limit: number, provider?: PaymentProviderName) {
    const now = await this.clock.now();
    const createdAt = { $lte: new Date(now - ageMs) };
    const ofProvider = provider ? { provider } : {};
    const unpaid = { state: 'open', createdAt, ...ofProvider, ...notLeased(now) } as const;
    return this.findMany(unpaid, { sort: OLDEST, limit });
  }

  /** Payments, and expired orders that may be paid yet, to read at their provider again, the longest due first. */
  async findRechecks(limit: number): Promise<PurchaseRecord[]> {
    const due = { recheckAt: { $lte: new Date(await this.clock.now()) } };
    return this.findMany(due, { sort: { recheckAt: 1 }, limit });
  }

  /** Takes a due recheck and sets the next one; `null` if another worker has taken it. */
  async takeRecheck({ _id, paidAt, createdAt }: PurchaseRecord): Promise<PurchaseRecord | null> {
    const now = await this.clock.now();
    const end = paidAt
      ? paidAt.getTime() + PAID_PERIOD_MS
      : createdAt.getTime() + EXPIRED_PERIOD_MS;
    const recheckAt = new Date(now + RECHECK_INTERVAL_MS);
    return this.findOneAndUpdate(
      { _id, recheckAt: { $lte: new Date(now) } },
      now > end ? { $unset: { recheckAt: 1 } } : { $set: { recheckAt } },
    );
  }

  count(state: OrderState): Promise<number> {
    return this.model.countDocuments({ state }).exec();
  }

  /** Expires orders older than `ageMs` that no provider opened; returns their number. */
  async expireUnopened(ageMs: number): Promise<number> {
    const now = await this.clock.now();
    const { modifiedCount } = await this.updateMany(
      { state: 'created', createdAt: { $lte: new Date(now - ageMs) } },
      {
        $set: { state: transitions.expired.to, changedAt: new Date(now) },
        $unset: { lease: 1 },
      },
    );
    return modifiedCount;
  }

  /**
   * Removes orders that expired more than `ageMs` ago and were never paid; returns their number. An
   * order at a provider lives for hours, and was read there once more when it expired.
   */
  async removeNeverPaid(ageMs: number): Promise<number> {
    return this.deleteMany({
      state: 'abandoned',
      changedAt: { $lte: new Date((await this.clock.now()) - ageMs) },
      captureId: { $exists: false },
      paidAt: { $exists: false },
      grant: { $exists: false },
      'due.0': { $exists: false },
      'outbox.0': { $exists: false },
    });
  }

  /** Stores that a webhook names the purchase. */
  async requestRead(_id: Types.ObjectId): Promise<void> {
    await this.updateOne({ _id }, { $set: { webhookAt: new Date(await this.clock.now()) } });
  }

  /** Begins a requested read; `null` if there is none, or the last one is too recent. */
  async beginRead(_id: Types.ObjectId): Promise<PurchaseRecord | null> {
    const now = await this.clock.now();
    return this.findOneAndUpdate(
      { _id, ...isReadDue(now) },
      { $set: { webhookReadAt: new Date(now) } },
    );
  }

  /** Ends a read. It stays requested if another webhook has come since it began. */
  async endRead({ _id, webhookAt }: PurchaseRecord): Promise<void> {
    await this.updateOne({ _id, webhookAt }, { $unset: { webhookAt: 1 } });
  }

  /** Requested reads that may begin, those of the longest ago first. */
  async findReads(limit: number): Promise<PurchaseRecord[]> {
    const due = isReadDue(await this.clock.now());
    return this.findMany(due, { sort: { webhookReadAt: 1 }, limit });
  }

  /** Stores a refund of a part once. After the whole is refunded its credit note has what was left. */
  async addPartialRefund({ _id, item }: PurchaseRecord, refund: PartialRefund): Promise<void> {
    const payload = { orderId: _id.toHexString(), item, refundId: refund.id };
    const event = this.outbox.entry(purchaseEvents.partRefunded, payload);
    await this.updateOne(
      { _id, state: 'paid', 'partialRefunds.id': { $ne: refund.id } },
      { $push: { partialRefunds: refund, outbox: event }, $set: { receiptsDue: randomUUID() } },
    );
  }

  /** Purchases that a receipt or credit note may have to be written for, the oldest change first. */
  findDueReceipts(limit: number): Promise<PurchaseRecord[]> {
    return this.findMany({ receiptsDue: { $exists: true } }, { sort: { changedAt: 1 }, limit });
  }

  /** Stores the numbers of its documents, unless there is a new reason to write one since the read. */
  async markReceiptsIssued(
    { _id }: PurchaseRecord,
    receiptsDue: string,
    receiptNumbers: string[] | undefined,
  ): Promise<void> {
    await this.updateOne(
      { _id, receiptsDue },
      { ...(receiptNumbers && { $set: { receiptNumbers } }), $unset: { receiptsDue: 1 } },
    );
  }
}
