import type { PurchaseItem } from '@ctdb/contracts';

/** The page on which an item is bought. */
const pageOf = {
  hourly: '/hourly-access',
  premium_monthly: '/subscribe',
  premium_yearly: '/subscribe',
  professional_monthly: '/payment',
  professional_yearly: '/payment',
} as const satisfies Record<PurchaseItem, string>;

const withOrder = (item: PurchaseItem, origin: string, value: string): string => {
  const url = new URL(pageOf[item], new URL(origin).origin);
  url.searchParams.set('order', value);
  return url.href;
};

/** PayPal sends the buyer back to the page of the item, after approval or cancellation. */
export const returnUrls = (
  item: PurchaseItem,
  origin: string,
): { returnUrl: string; cancelUrl: string } => ({
  returnUrl: withOrder(item, origin, 'return'),
  cancelUrl: withOrder(item, origin, 'cancelled'),
});
