import { ensureIndexes, isDuplicateKey, retryOnDeadlock } from '@ctdb/chassis';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { InstallationRepository } from '../purchases/installation.repository.js';
import { nextNumber, seriesOf } from './receipt-number.js';
import { receiptIndexes, ReceiptRecord } from './receipt.record.js';

/** Attempts to take a number before the work is left to the next run. */
const MAX_ATTEMPTS = 200;

/** A document without its number. */
export type NewReceipt = Omit<ReceiptRecord, '_id'>;

/** The collection `receipts`: documents are added, and never changed or removed. */
@Injectable()
export class ReceiptsRepository implements OnModuleInit {
  constructor(
    @InjectModel(ReceiptRecord.name) private readonly receipts: Model<ReceiptRecord>,
    private readonly installation: InstallationRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.receipts, receiptIndexes);
  }

  /**
   * Stores a document with the next number of its series; the stored one, if its source has one. A
   * number is taken by its insert: of two writers one gets a duplicate key and takes the next one.
   */
  async issue(document: NewReceipt): Promise<ReceiptRecord> {
    const { kind, isTest, issuedAt } = document;
    const digit = await this.installation.getReceiptSeries();
    const series = seriesOf(kind, isTest, issuedAt.getTime(), digit);
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const stored = await this.findBySource(document.source);
      if (stored) return stored;
      const _id = nextNumber(series, await this.findLast(series));
      try {
        await retryOnDeadlock(() => this.receipts.create({ ...document, _id }));
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    throw new Error(`no number of ${series} could be taken`);
  }

  /** The documents of a purchase, the receipt first. */
  findByPurchase(purchaseId: Types.ObjectId): Promise<ReceiptRecord[]> {
    return this.receipts
      .find({ purchaseId })
      .sort({ issuedAt: 1, _id: 1 })
      .lean<ReceiptRecord[]>()
      .exec();
  }

  /** Documents issued in a period after the document `after`, in their order. */
  findIssued(
    { from, to }: { from: Date; to: Date },
    after: ReceiptRecord | null,
    limit: number,
  ): Promise<ReceiptRecord[]> {
    const { issuedAt = from, _id = '' } = after ?? {};
    return this.receipts
      .find({
        issuedAt: { $gte: from, $lt: to },
        $or: [{ issuedAt: { $gt: issuedAt } }, { issuedAt, _id: { $gt: _id } }],
      })
      .sort({ issuedAt: 1, _id: 1 })
      .limit(limit)
      .lean<ReceiptRecord[]>()
      .exec();
  }

  findByNumber(number: string): Promise<ReceiptRecord | null> {
    return this.receipts
      .findOne({ _id: { $eq: number } })
      .lean<ReceiptRecord>()
      .exec();
  }

  private findBySource(source: string): Promise<ReceiptRecord | null> {
    return this.receipts
      .findOne({ source: { $eq: source } })
      .lean<ReceiptRecord>()
      .exec();
  }

  /** `:` follows the digits, so that only numbers of the series are between. */
  private async findLast(series: string): Promise<string | undefined> {
    const last = await this.receipts
      .findOne({ _id: { $gt: series, $lt: `${series}:` } })
      .sort({ _id: -1 })
      .select({ _id: 1 })
      .lean<Pick<ReceiptRecord, '_id'>>();
    return last?._id;
  }
}
