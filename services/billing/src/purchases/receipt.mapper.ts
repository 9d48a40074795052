import { toDecimalString, type Receipt } from '@ctdb/contracts';
import type { PurchaseDocument } from './purchase.schema.js';

/** The proof of payment; `undefined` for an unpaid purchase. */
export const toReceipt = ({
  receiptCode,
  item,
  amountMinor,
  currency,
  paidAt,
  captureId,
}: PurchaseDocument): Receipt | undefined => {
  if (receiptCode === undefined || paidAt === undefined || captureId === undefined)
    return undefined;
  return {
    code: receiptCode,
    item,
    amount: toDecimalString(amountMinor),
    currency,
    paidAt: paidAt.toISOString(),
    reference: captureId,
  };
};
