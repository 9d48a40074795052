import { retryOnDeadlock } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { RedisClock } from '../redis-clock.js';
import { PurchaseRecord } from './purchase.record.js';

const DAY_MS = 86_400_000;
/** How often one is read again. */
export const RECHECK_INTERVAL_MS = DAY_MS;
/** As long as providers let a payment be refunded. */
const PAID_PERIOD_MS = 180 * DAY_MS;
/** Longer than a bank takes to say that a buyer has paid after all. */
const EXPIRED_PERIOD_MS = 7 * DAY_MS;

/** Which payments, and expired orders that may be paid yet, are read at their provider again. */
@Injectable()
export class RechecksRepository {
  constructor(
    @InjectModel(PurchaseRecord.name) private readonly purchases: Model<PurchaseRecord>,
    private readonly clock: RedisClock,
  ) {}

  /** Those whose recheck is due, the longest due first. */
  async findDue(limit: number): Promise<PurchaseRecord[]> {
    return this.purchases
      .find({ recheckAt: { $lte: new Date(await this.clock.now()) } })
      .sort({ recheckAt: 1 })
      .limit(limit)
      .lean<PurchaseRecord[]>();
  }

  /** Takes a due recheck and sets the next one; `null` if another worker has taken it. */
  async take({ _id, paidAt, createdAt }: PurchaseRecord): Promise<PurchaseRecord | null> {
    const now = await this.clock.now();
    const end = paidAt
      ? paidAt.getTime() + PAID_PERIOD_MS
      : createdAt.getTime() + EXPIRED_PERIOD_MS;
    const isLast = now > end;
    const next = { recheckAt: new Date(now + RECHECK_INTERVAL_MS) };
    return retryOnDeadlock(() =>
      this.purchases
        .findOneAndUpdate(
          { _id, recheckAt: { $lte: new Date(now) } },
          isLast ? { $unset: { recheckAt: 1 } } : { $set: next },
          { returnDocument: 'after' },
        )
        .lean<PurchaseRecord>()
        .exec(),
    );
  }
}
