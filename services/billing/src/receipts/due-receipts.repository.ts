import { randomUUID } from 'node:crypto';
import { outboxEntry, retryOnDeadlock } from '@ctdb/chassis';
import { purchaseEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import { type PartialRefund, PurchaseRecord } from '../purchases/purchase.record.js';

const DAY_MS = 86_400_000;

/** Which rows of the collection `purchases` need a receipt or credit note. */
@Injectable()
export class DueReceiptsRepository {
  constructor(
    @InjectModel(PurchaseRecord.name) private readonly purchases: Model<PurchaseRecord>,
  ) {}

  /** Stores a refund of a part once. After the whole is refunded its credit note has what was left. */
  addPartialRefund({ _id, item }: PurchaseRecord, refund: PartialRefund): Promise<void> {
    const payload = { orderId: _id.toHexString(), item, refundId: refund.id };
    const event = outboxEntry(purchaseEvents.partRefunded, payload);
    return this.update(
      { _id, state: 'paid', 'partialRefunds.id': { $ne: refund.id } },
      { $push: { partialRefunds: refund, outbox: event }, $set: { receiptsDue: randomUUID() } },
    );
  }

  /**
   * Marks refunds that a process of a version without receipts has confirmed, during an update. They have
   * a receipt and no mark.
   */
  async markUnmarkedRefunds(now: number): Promise<void> {
    await retryOnDeadlock(() =>
      this.purchases
        .updateMany(
          {
            state: 'refunded',
            changedAt: { $gt: new Date(now - DAY_MS) },
            'receiptNumbers.0': { $exists: true },
            'receiptNumbers.1': { $exists: false },
            receiptsDue: { $exists: false },
          },
          { $set: { receiptsDue: randomUUID() } },
        )
        .exec(),
    );
  }

  /** Purchases that a receipt or credit note may have to be written for, the oldest change first. */
  async findDue(limit: number): Promise<PurchaseRecord[]> {
    return this.purchases
      .find({ receiptsDue: { $exists: true } })
      .sort({ changedAt: 1 })
      .limit(limit)
      .lean<PurchaseRecord[]>();
  }

  /** Stores the numbers of its documents, unless there is a new reason to write one since the read. */
  markIssued(
    { _id }: PurchaseRecord,
    receiptsDue: string,
    receiptNumbers: string[] | undefined,
  ): Promise<void> {
    return this.update(
      { _id, receiptsDue },
      { ...(receiptNumbers && { $set: { receiptNumbers } }), $unset: { receiptsDue: 1 } },
    );
  }

  private async update(
    filter: QueryFilter<PurchaseRecord>,
    update: UpdateQuery<PurchaseRecord>,
  ): Promise<void> {
    await retryOnDeadlock(() => this.purchases.updateOne(filter, update).exec());
  }
}
