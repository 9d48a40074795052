import { randomUUID } from 'node:crypto';
import { purchaseEvents } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { LedgerRepository } from '../purchases/ledger.repository.js';
import type { PartialRefund, PurchaseRecord } from '../purchases/purchase.record.js';

/** Which rows of the collection `purchases` need a receipt or credit note. */
@Injectable()
export class DueReceiptsRepository extends LedgerRepository {
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
  findDue(limit: number): Promise<PurchaseRecord[]> {
    return this.findMany({ receiptsDue: { $exists: true } }, { sort: { changedAt: 1 }, limit });
  }

  /** Stores the numbers of its documents, unless there is a new reason to write one since the read. */
  async markIssued(
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
