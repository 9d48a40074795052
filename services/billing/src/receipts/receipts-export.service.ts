import { toCsv } from '@ctdb/chassis';
import {
  CSV_BOM,
  type exportReceipts,
  nameStateTax,
  type ReplyOf,
  type RequestOf,
  toDecimalString,
} from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { Injectable } from '@nestjs/common';
import { dayInIndia, monthInIndia } from './receipt-number.js';
import type { ReceiptRecord } from './receipt.record.js';
import { ReceiptsRepository } from './receipts.repository.js';

/** Rows of one part. */
const PART_SIZE = 2_000;

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

/** The receipts and credit notes of a month as a file, part by part. */
@Injectable()
export class ReceiptsExportService {
  constructor(private readonly receipts: ReceiptsRepository) {}

  async export({
    month,
    after,
  }: RequestOf<typeof exportReceipts>): Promise<ReplyOf<typeof exportReceipts>> {
    const last = after === undefined ? null : await this.receipts.findByNumber(after);
    const found = await this.receipts.findIssued(monthInIndia(month), last, PART_SIZE);
    const rows = found.map((receipt) => Object.values(columns).map((column) => column(receipt)));
    const header = after === undefined ? `${CSV_BOM}${toCsv([Object.keys(columns)])}` : '';
    const next = found.length === PART_SIZE ? found.at(-1)?._id : undefined;
    return { text: `${header}${toCsv(rows)}`, ...(next !== undefined && { next }) };
  }
}
