import { AppLogger, toContract, toCsv } from '@ctdb/chassis';
import {
  CSV_BOM,
  DomainError,
  type Locale,
  type MonthTotal,
  nameStateTax,
  receiptDocument,
  type ReceiptDocument,
  type Requests,
  toDecimalString,
} from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { Inject, Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { providerOf, type PurchaseRecord } from '../purchases/purchase.record.js';
import { DuePurchasesRepository } from '../purchases/due-purchases.repository.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { RedisClock } from '../redis-clock.js';
import { toNewCreditNotes, toNewReceipt } from './receipt-content.js';
import { dayInIndia, monthInIndia } from './receipt-number.js';
import type { ReceiptRecord } from './receipt.record.js';
import { ReceiptsRepository } from './receipts.repository.js';

const BATCH_SIZE = 100;
/** Lines of one part of the export. */
const EXPORT_SIZE = 2_000;

/** The graphics library and the fonts take 14 MB: they are loaded for the first receipt. */
const drawReceipt = async (document: ReceiptDocument, language: Locale): Promise<Buffer> =>
  (await import('./receipt-pdf.js')).drawReceipt(document, language);

/** A stored receipt for the contract. */
const toDocument = ({ _id, ...record }: ReceiptRecord): ReceiptDocument =>
  toContract(receiptDocument, { ...record, number: _id });

const money = (minor: number | undefined) => (minor === undefined ? '' : toDecimalString(minor));

/** The tax beside CGST, if its name is `name`. */
const stateTax = ({ tax, supplyState }: ReceiptRecord, name: ReturnType<typeof nameStateTax>) =>
  nameStateTax(supplyState) === name ? money(tax?.sgst) : '';

/** The columns, in their order. */
const columns = {
  number: ({ _id }) => _id,
  kind: ({ kind }) => kind,
  isTest: ({ isTest }) => String(isTest),
  issuedOn: ({ issuedAt }) => dayInIndia(issuedAt),
  originalNumber: ({ originalNumber = '' }) => originalNumber,
  item: ({ item }) => item,
  currency: ({ currency }) => currency,
  amount: ({ amountMinor }) => money(amountMinor),
  taxable: ({ tax }) => money(tax?.taxable),
  ratePercent: ({ tax }) => String(tax?.ratePercent ?? ''),
  cgst: ({ tax }) => money(tax?.cgst),
  sgst: (receipt) => stateTax(receipt, 'SGST'),
  utgst: (receipt) => stateTax(receipt, 'UTGST'),
  igst: ({ tax }) => money(tax?.igst),
  // As in the forms of the tax office; a number alone loses its zero in a spreadsheet.
  supplyState: ({ supplyState }) =>
    supplyState ? `${supplyState}-${texts.en.states[supplyState]}` : '',
  serviceCode: ({ serviceCode = '' }) => serviceCode,
  sellerGstin: ({ seller }) => seller.gstin ?? '',
  paidOn: ({ paidAt }) => dayInIndia(paidAt),
  method: ({ method }) => method,
  reference: ({ reference }) => reference,
} as const satisfies Record<string, (receipt: ReceiptRecord) => string>;

/** Receipts and credit notes as lines of a file; those of its beginning follow the names of the columns. */
const toReceiptLines = (receipts: readonly ReceiptRecord[], isBeginning: boolean) => {
  const header = isBeginning ? `${CSV_BOM}${toCsv([Object.keys(columns)])}` : '';
  const rows = receipts.map((receipt) => Object.values(columns).map((column) => column(receipt)));
  return `${header}${toCsv(rows)}`;
};

/**
 * Writes receipts and credit notes. A transition marks its purchase; the mark is removed when all
 * documents of the purchase are stored, so that after a crash the next run finds them or writes them.
 */
@Injectable()
export class ReceiptsService {
  constructor(
    private readonly receipts: ReceiptsRepository,
    private readonly purchases: PurchasesRepository,
    private readonly due: DuePurchasesRepository,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Writes what is due for purchases; a failure is logged and leaves it to the next run. */
  async issueDue(): Promise<void> {
    for (const purchase of await this.due.findDueReceipts(BATCH_SIZE)) {
      try {
        await this.issue(purchase);
      } catch (error) {
        this.logger.warn('receipt not written, retrying', error, {
          orderId: purchase._id.toHexString(),
          event: 'receipt-unwritten',
        });
      }
    }
  }

  /**
   * The documents of a purchase of `practice`, or of any purchase if there is none. What is
   * due is written first. Throws `NOT_FOUND`.
   */
  async find(id: string, practice: Types.ObjectId | undefined): Promise<ReceiptDocument[]> {
    const purchase = await this.purchases.findById(id);
    const isTheirs = practice === undefined || purchase?.practice.equals(practice);
    if (!purchase || !isTheirs) throw new DomainError('NOT_FOUND', { kind: 'order' });
    await this.issue(purchase);
    return (await this.receipts.findByPurchase(purchase._id)).map(toDocument);
  }

  /** The one of them with this number, else the receipt, as PDF; `undefined` if there is none. Throws `NOT_FOUND`. */
  async draw(id: string, practice: Types.ObjectId | undefined, language: Locale, number?: string) {
    const documents = await this.find(id, practice);
    const found = documents.find((one) => number === undefined || one.number === number);
    return found && { number: found.number, pdf: await drawReceipt(found, language) };
  }

  /** The receipts and credit notes of a month as CSV, part by part. */
  async export({ month, after }: Requests['exportReceipts']) {
    const found = await this.receipts.findIssued(monthInIndia(month), after, EXPORT_SIZE);
    const next = found.length === EXPORT_SIZE ? found.at(-1)?._id : undefined;
    return { text: toReceiptLines(found, after === undefined), next };
  }

  /** The sums of a month: payments by their receipts, refunds by their credit notes. */
  sumUp(month: string): Promise<MonthTotal[]> {
    return this.receipts.sumIssued(monthInIndia(month));
  }

  private async issue(purchase: PurchaseRecord): Promise<void> {
    const { receiptsDue, receiptNumbers } = purchase;
    if (receiptsDue === undefined) return;
    // Payments of earlier versions have no receipt, and their refunds no credit note.
    const numbers = receiptNumbers && (await this.issueAll(purchase));
    await this.due.markReceiptsIssued(purchase, receiptsDue, numbers);
  }

  private async issueAll(purchase: PurchaseRecord): Promise<string[]> {
    const issuedAt = new Date(await this.clock.now());
    const circumstances = { ...this.config.receipts, issuedAt, method: providerOf(purchase) };
    const receipt = await this.receipts.issue(toNewReceipt(purchase, circumstances));
    const numbers = [receipt._id];
    // Another process may just have written the receipt, at a later time.
    const noteIssuedAt = receipt.issuedAt > issuedAt ? receipt.issuedAt : issuedAt;
    for (const note of toNewCreditNotes(purchase, receipt, noteIssuedAt))
      numbers.push((await this.receipts.issue(note))._id);
    return numbers;
  }
}
