import {
  type PurchaseItem,
  purchaseItems,
  itemDurationSeconds,
  toDecimalString,
} from '@ctdb/contracts';

/** The ways to pay that are offered, the default first. */
export const methods = ['paypal', 'gpay', 'card'] as const;
export type Method = (typeof methods)[number];

/** An amount as it travels: a decimal string and its currency. */
export interface Money {
  amount: string;
  currency: string;
}

export const isSameMoney = (one: Money, other: Money): boolean =>
  one.currency === other.currency && Number(one.amount) === Number(other.amount);

/** The plans that are sold on a page of their own. */
export type PlanName = 'premium' | 'professional';

/** How long a plan may be bought for, the default first. */
export const periods = ['monthly', 'yearly'] as const;
export type Period = (typeof periods)[number];

type PlanItem = Exclude<PurchaseItem, 'hourly'>;

export const toPlanItem = (plan: PlanName, period: Period): PlanItem => `${plan}_${period}`;

/** The price of a plan, the same everywhere. */
export const getPrice = (item: PlanItem): Money => ({
  amount: toDecimalString(purchaseItems[item].usdCents),
  currency: 'USD',
});

export const getDays = (item: PlanItem): number => itemDurationSeconds(item) / 86_400;
