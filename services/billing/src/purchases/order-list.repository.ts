import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { LedgerRepository } from './ledger.repository.js';
import { NEWEST_FIRST } from './purchase.record.js';

/** Filter: the buyer has asked for a refund, and no administrator has answered. */
const refundRequested = { state: 'paid', refundRequestedAt: { $exists: true } } as const;

/** Filter: a number or id is `text`, or the payer's address begins with it. */
const matching = (text: string) => {
  // As they are stored.
  const email = text.toLowerCase();
  return {
    $or: [
      ...(Types.ObjectId.isValid(text) ? [{ _id: new Types.ObjectId(text) }] : []),
      { receiptNumbers: { $eq: text.toUpperCase() } },
      { captureId: { $eq: text } },
      { payerEmail: { $gte: email, $lt: `${email}\uffff` } },
    ],
  };
};

/** The orders as administrators see them: a page of those that fit a filter, and the number of all that do. */
@Injectable()
export class OrderListRepository extends LedgerRepository {
  /**
   * A page of all purchases: open refund requests first, the oldest request first, then the others,
   * newest first; or of open refund requests alone.
   */
  async findPage(page: number, limit: number, onlyRequested: boolean) {
    const skip = (page - 1) * limit;
    const [requested, all] = await Promise.all([
      this.model.countDocuments(refundRequested),
      this.model.countDocuments(),
    ]);
    const byRequest = { refundRequestedAt: 1, _id: 1 } as const;
    const items = await this.findMany(refundRequested, { sort: byRequest, limit, skip });
    if (onlyRequested) return { items, total: requested };
    const left = limit - items.length;
    const others = { $nor: [refundRequested] };
    const rest = { sort: NEWEST_FIRST, limit: left, skip: Math.max(0, skip - requested) };
    if (left > 0) items.push(...(await this.findMany(others, rest)));
    return { items, total: all };
  }

  /** A page of the purchases that a text names, see `searchOrders`; newest first. */
  async search(text: string, page: number, limit: number) {
    const filter = matching(text);
    const [items, total] = await Promise.all([
      this.findMany(filter, { sort: NEWEST_FIRST, limit, skip: (page - 1) * limit }),
      this.model.countDocuments(filter),
    ]);
    return { items, total };
  }
}
