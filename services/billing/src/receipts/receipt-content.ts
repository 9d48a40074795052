import { maskEmail } from '../passes/subscription.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { stateOf } from '../gstin.js';
import type { ReceiptRecord } from './receipt.record.js';
import type { ReceiptsConfig } from '../receipts.config.js';
import type { NewReceipt } from './receipts.repository.js';
import { includedTax, refundedTax } from './tax.js';

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
