import { toContract } from '@ctdb/chassis';
import { receipt, toDecimalString, type Receipt } from '@ctdb/contracts';
import type { PurchaseRecord } from './purchase.record.js';

/** The proof of payment; `undefined` for an unpaid purchase. */
export const toReceipt = (purchase: PurchaseRecord): Receipt | undefined => {
  const { paidAt, amountMinor, captureId: reference } = purchase;
  if (paidAt === undefined) return undefined;
  return toContract(receipt, { ...purchase, amount: toDecimalString(amountMinor), reference });
};
