import { CollectionRepository } from '@ctdb/chassis';
import type { MonthTotal, ReceiptKind } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { InstallationRepository } from '../purchases/installation.repository.js';
import { nextNumber, seriesOf } from './receipt-number.js';
import { receiptIndexes, ReceiptRecord } from './receipt.record.js';

/** Attempts to take a number before the work is left to the next run. */
const MAX_ATTEMPTS = 200;
const IN_ORDER = { issuedAt: 1, _id: 1 } as const;

/** A document without its number. */
export type NewReceipt = Omit<ReceiptRecord, '_id'>;

/** The sum of the documents of one kind in a group, in minor units. */
const sumOf = (kind: ReceiptKind) => ({
  $sum: { $cond: [{ $eq: ['$kind', kind] }, '$amountMinor', 0] },
});

/** The collection `receipts`: documents are added, and never changed or removed. */
@Injectable()
export class ReceiptsRepository extends CollectionRepository<ReceiptRecord> {
  constructor(
    @InjectModel(ReceiptRecord.name) model: Model<ReceiptRecord>,
    private readonly installation: InstallationRepository,
  ) {
    super(model, receiptIndexes);
  }

  /**
   * Stores a document with the next number of its series; the stored one, if its source has one. A
   * number is taken by its insert: of two writers one finds it taken and takes the next one.
   */
  async issue(document: NewReceipt): Promise<ReceiptRecord> {
    const { kind, isTest, issuedAt, source } = document;
    const digit = await this.installation.getReceiptSeries();
    const series = seriesOf(kind, isTest, issuedAt.getTime(), digit);
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const stored = await this.findOne({ source: { $eq: source } });
      if (stored) return stored;
      const _id = nextNumber(series, await this.findLast(series));
      await this.insertIfMissing({ ...document, _id });
    }
    throw new Error(`no number of ${series} could be taken`);
  }

  /** The documents of a purchase, the receipt first. */
  findByPurchase(purchaseId: Types.ObjectId): Promise<ReceiptRecord[]> {
    return this.findMany({ purchaseId }, { sort: IN_ORDER });
  }

  /** Documents issued in a period, after the document with the number `after`, in their order. */
  async findIssued(
    { from, to }: { from: Date; to: Date },
    after: string | undefined,
    limit: number,
  ): Promise<ReceiptRecord[]> {
    const last = after === undefined ? null : await this.findOne({ _id: { $eq: after } });
    const { issuedAt = from, _id = '' } = last ?? {};
    const following = [{ issuedAt: { $gt: issuedAt } }, { issuedAt, _id: { $gt: _id } }];
    const filter = { issuedAt: { $gte: from, $lt: to }, $or: following };
    return this.findMany(filter, { sort: IN_ORDER, limit });
  }

  /** The sums of a period: payments by their receipts, refunds by their credit notes; dollars first. */
  sumIssued({ from, to }: { from: Date; to: Date }): Promise<MonthTotal[]> {
    const _id = { currency: '$currency', isTest: '$isTest' };
    const sums = { paidMinor: sumOf('receipt'), refundedMinor: sumOf('creditNote') };
    const totals = this.model.aggregate<MonthTotal>([
      { $match: { issuedAt: { $gte: from, $lt: to } } },
      { $group: { _id, ...sums } },
      { $addFields: { currency: '$_id.currency', isTest: '$_id.isTest' } },
      { $project: { _id: 0 } },
      { $sort: { currency: -1, isTest: 1 } },
    ]);
    return totals.exec();
  }

  /** `:` follows the digits, so that only numbers of the series are between. */
  private async findLast(series: string): Promise<string | undefined> {
    const ofSeries = { _id: { $gt: series, $lt: `${series}:` } };
    const last = await this.findOne(ofSeries, { projection: { _id: 1 }, sort: { _id: -1 } });
    return last?._id;
  }
}
