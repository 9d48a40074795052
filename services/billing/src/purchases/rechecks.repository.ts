import { Injectable } from '@nestjs/common';
import { LedgerRepository } from './ledger.repository.js';
import type { PurchaseRecord } from './purchase.record.js';

const DAY_MS = 86_400_000;
/** How often one is read again. */
export const RECHECK_INTERVAL_MS = DAY_MS;
/** As long as providers let a payment be refunded. */
const PAID_PERIOD_MS = 180 * DAY_MS;
/** Longer than a bank takes to say that a buyer has paid after all. */
const EXPIRED_PERIOD_MS = 7 * DAY_MS;

/** Which payments, and expired orders that may be paid yet, are read at their provider again. */
@Injectable()
export class RechecksRepository extends LedgerRepository {
  /** Those whose recheck is due, the longest due first. */
  async findDue(limit: number): Promise<PurchaseRecord[]> {
    const due = { recheckAt: { $lte: new Date(await this.clock.now()) } };
    return this.findMany(due, { recheckAt: 1 }, limit);
  }

  /** Takes a due recheck and sets the next one; `null` if another worker has taken it. */
  async take({ _id, paidAt, createdAt }: PurchaseRecord): Promise<PurchaseRecord | null> {
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
}
