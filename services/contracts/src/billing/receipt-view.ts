import { type IndianState, nameStateTax, toDecimalString } from '../constants/billing.js';
import { formatIndianDay, formatMoney } from '../format.js';
import type { Locale } from '../locale.js';
import type { Texts } from '../texts/index.js';
import type { ReceiptDocument } from './receipts.js';

/** The key of a text of receipts. */
export type ReceiptText = keyof Texts['documents'];

/** A line of a receipt: what it is, by its text or by a name of all languages, and its value. */
export type ReceiptLine = { value: string } & ({ text: ReceiptText } | { name: string });

/** What a receipt shows, in its order, for the page and the PDF. */
export interface ReceiptView {
  title: ReceiptText;
  /** The seller below the name. */
  seller: string[];
  facts: ReceiptLine[];
  /** The last one is the total. */
  amounts: ReceiptLine[];
  notes: ReceiptText[];
}

const methodNames: Readonly<Record<string, string>> = { paypal: 'PayPal', razorpay: 'Razorpay' };

const line = (text: ReceiptText, value: string | undefined): ReceiptLine[] =>
  value ? [{ text, value }] : [];
const named = (name: string, value: string | undefined): ReceiptLine[] =>
  value ? [{ name, value }] : [];

/** What `document` shows in `language`, in which `nameOf` names states. */
export const toReceiptView = (
  document: ReceiptDocument,
  language: Locale,
  nameOf: (state: IndianState) => string,
): ReceiptView => {
  const { kind, tax, seller, currency, supplyState } = document;
  const isNote = kind === 'creditNote';
  const money = (minor: number | undefined) =>
    minor === undefined ? undefined : formatMoney(toDecimalString(minor), currency);
  const taxed = (name: string, percent: number, minor: number | undefined) =>
    named(`${name} ${percent}%`, money(minor));
  const day = (moment: string) => formatIndianDay(moment, language);
  const { originalNumber, originalIssuedAt } = document;
  return {
    title: isNote ? 'creditNote' : tax ? 'taxInvoice' : 'receipt',
    seller: [seller.address, seller.gstin && `GSTIN ${seller.gstin}`].filter(
      (text): text is string => Boolean(text),
    ),
    facts: [
      ...line('number', document.number),
      ...line('issuedAt', day(document.issuedAt)),
      ...line(
        'originalNumber',
        originalNumber && originalIssuedAt && `${originalNumber}, ${day(originalIssuedAt)}`,
      ),
      ...line('paidAt', day(document.paidAt)),
      ...line('method', methodNames[document.method] ?? document.method),
      ...line('reference', document.reference),
      ...line('payer', document.payer),
      ...named('SAC', document.serviceCode),
      ...line('supplyState', supplyState && `${nameOf(supplyState)} (${supplyState})`),
    ],
    amounts: [
      ...(tax
        ? [
            ...line('taxable', money(tax.taxable)),
            ...taxed('CGST', tax.ratePercent / 2, tax.cgst),
            ...taxed(nameStateTax(supplyState), tax.ratePercent / 2, tax.sgst),
            ...taxed('IGST', tax.ratePercent, tax.igst),
          ]
        : []),
      ...line(isNote ? 'refunded' : 'total', money(document.amountMinor)),
    ],
    notes: [
      ...(document.isTest ? (['testPayment'] as const) : []),
      ...(tax ? (['noReverseCharge'] as const) : []),
      'byComputer',
    ],
  };
};
