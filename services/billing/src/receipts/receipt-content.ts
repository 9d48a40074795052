import type { TaxLines } from '@ctdb/contracts';
import { maskEmail } from '../passes/subscription.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { stateOf } from '../gstin.js';
import type { ReceiptRecord } from './receipt.record.js';
import type { ReceiptsConfig } from '../receipts.config.js';
import type { NewReceipt } from './receipts.repository.js';

/** What is taxed: the rate in percent, and whether the supply stays in the seller's state. */
export type TaxRule = { ratePercent: number; isWithinState: boolean };

/**
 * The tax that `amountMinor` includes. Each tax is rounded to a minor unit, the rest is the taxable
 * value; the two halves are equal, as the law wants them.
 */
export const includedTax = (
  amountMinor: number,
  { ratePercent, isWithinState }: TaxRule,
): TaxLines => {
  const total = 100 + ratePercent;
  if (!isWithinState) {
    const igst = Math.round((amountMinor * ratePercent) / total);
    return { ratePercent, taxable: amountMinor - igst, igst };
  }
  const half = Math.round((amountMinor * ratePercent) / (2 * total));
  return { ratePercent, taxable: amountMinor - 2 * half, cgst: half, sgst: half };
};

/**
 * The tax in `amountMinor` of a refund, after `before` of the same payment was refunded: the difference
 * of both sums, so that the refunds of a whole payment have exactly its tax.
 */
export const refundedTax = (before: number, amountMinor: number, rule: TaxRule): TaxLines => {
  const first = includedTax(before, rule);
  const both = includedTax(before + amountMinor, rule);
  const minus = (name: 'cgst' | 'sgst' | 'igst') =>
    both[name] === undefined ? {} : { [name]: both[name] - (first[name] ?? 0) };
  return {
    ratePercent: rule.ratePercent,
    taxable: both.taxable - first.taxable,
    ...minus('cgst'),
    ...minus('sgst'),
    ...minus('igst'),
  };
};

/** What a new receipt needs besides its purchase. */
export interface ReceiptCircumstances extends ReceiptsConfig {
  issuedAt: Date;
  /** Name of the payment provider. */
  method: string;
}

/** Rupees are taxed if the seller has a tax number. */
const taxOf = (
  { amountMinor, currency, buyerState }: PurchaseRecord,
  { seller: { gstin }, ratePercent, serviceCode }: ReceiptCircumstances,
): Pick<NewReceipt, 'tax' | 'serviceCode' | 'supplyState'> => {
  const sellerState = stateOf(gstin ?? '');
  if (sellerState === undefined || currency !== 'INR') return {};
  // Orders of earlier versions may lack it: the place of supply is then that of the seller.
  const supplyState = buyerState ?? sellerState;
  const rule = { ratePercent, isWithinState: supplyState === sellerState };
  return { tax: includedTax(amountMinor, rule), serviceCode, supplyState };
};

/** The receipt of a paid purchase. */
export const toNewReceipt = (
  purchase: PurchaseRecord,
  circumstances: ReceiptCircumstances,
): NewReceipt => {
  const { _id, item, amountMinor, currency, isTest = false, paidAt } = purchase;
  const { captureId = '', payerEmail } = purchase;
  const { issuedAt, method, seller } = circumstances;
  return {
    kind: 'receipt',
    source: _id.toHexString(),
    purchaseId: _id,
    isTest,
    issuedAt,
    seller,
    item,
    amountMinor,
    currency,
    ...taxOf(purchase, circumstances),
    paidAt: paidAt ?? issuedAt,
    method,
    reference: captureId,
    ...(payerEmail !== undefined && { payer: maskEmail(payerEmail) }),
  };
};

/** All refunds of a purchase, in the order of their credit notes. The last one is what was left. */
const refundsOf = ({ state, amountMinor, partialRefunds = [] }: PurchaseRecord) => {
  if (state !== 'refunded') return partialRefunds;
  const rest = partialRefunds.reduce((left, refund) => left - refund.amountMinor, amountMinor);
  return rest > 0 ? [...partialRefunds, { id: 'rest', amountMinor: rest }] : partialRefunds;
};

/** The credit notes of a purchase, as its receipt was written. */
export const toNewCreditNotes = (
  purchase: PurchaseRecord,
  { _id: originalNumber, ...receipt }: ReceiptRecord,
  issuedAt: Date,
): NewReceipt[] => {
  const { tax } = receipt;
  const rule = tax && { ratePercent: tax.ratePercent, isWithinState: tax.igst === undefined };
  let before = 0;
  return refundsOf(purchase).map(({ id, amountMinor }) => {
    const note: NewReceipt = {
      ...receipt,
      kind: 'creditNote',
      source: `${receipt.source}/${id}`,
      issuedAt,
      originalNumber,
      originalIssuedAt: receipt.issuedAt,
      amountMinor,
      ...(rule && { tax: refundedTax(before, amountMinor, rule) }),
    };
    before += amountMinor;
    return note;
  });
};
