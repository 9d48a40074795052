import { CollectionRepository } from '@ctdb/chassis';
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

/** A sum of documents, in minor units. */
export interface IssuedSum extends Pick<ReceiptRecord, 'currency' | 'kind' | 'isTest'> {
  minor: number;
}

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

  /** The sums of the documents issued in a period, by currency, kind and mode. */
  async sumIssued({ from, to }: { from: Date; to: Date }): Promise<IssuedSum[]> {
    const rows = await this.model.aggregate<{ _id: IssuedSum; minor: number }>([
      { $match: { issuedAt: { $gte: from, $lt: to } } },
      {
        $group: {
          _id: { currency: '$currency', kind: '$kind', isTest: '$isTest' },
          minor: { $sum: '$amountMinor' },
        },
      },
    ]);
    return rows.map(({ _id, minor }) => ({ ..._id, minor }));
  }

  /** `:` follows the digits, so that only numbers of the series are between. */
  private async findLast(series: string): Promise<string | undefined> {
    const last = await this.model
      .findOne({ _id: { $gt: series, $lt: `${series}:` } })
      .sort({ _id: -1 })
      .select({ _id: 1 })
      .lean<Pick<ReceiptRecord, '_id'>>();
    return last?._id;
  }
}
