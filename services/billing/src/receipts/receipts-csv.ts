import { toCsv } from '@ctdb/chassis';
import { CSV_BOM, nameStateTax, toDecimalString } from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { dayInIndia } from './receipt-number.js';
import type { ReceiptRecord } from './receipt.record.js';

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
export const toReceiptLines = (receipts: readonly ReceiptRecord[], isBeginning: boolean) => {
  const header = isBeginning ? `${CSV_BOM}${toCsv([Object.keys(columns)])}` : '';
  const rows = receipts.map((receipt) => Object.values(columns).map((column) => column(receipt)));
  return `${header}${toCsv(rows)}`;
};
