import { purchaseItems, toDecimalString, type PurchaseItem } from '@ctdb/contracts';

/** What items cost where no administrator has changed it. */
export const priceOf = (item: PurchaseItem): string => {
  const bought = purchaseItems[item];
  return toDecimalString('usdCents' in bought ? bought.usdCents : 999);
};
