import {
  type Checkout,
  type Currency,
  type PaymentProviderName,
  type PlanItem,
  type PurchaseItem,
  itemDurationSeconds,
} from '@ctdb/contracts';
import type { ReturnState } from './use-paypal-return';

/** The ways to pay on the page that asks for one, the default first. */
export const methods = ['paypal', 'gpay', 'card', 'upi'] as const;
export type Method = (typeof methods)[number];

/** An amount as it travels: a decimal string and its currency. */
export interface Money {
  amount: string;
  currency: string;
}

export const isSameMoney = (one: Money, other: Money): boolean =>
  one.currency === other.currency && Number(one.amount) === Number(other.amount);

/** A payment provider of this installation, and what it charges. */
export type Provider = NonNullable<Checkout['providers']>[number];

/** All providers, the one that charges the visitor's currency first. */
export const toProviders = (
  { mode, charge, providers }: Checkout,
  currency: Currency,
): readonly Provider[] => {
  // A server before Razorpay has PayPal alone.
  const all = providers ?? [{ name: 'paypal', mode, charge }];
  const own = all.filter((one) => one.charge.currency === currency);
  return [...own, ...all.filter((one) => one.charge.currency !== currency)];
};

/** Returns the provider's price of an item. */
export const toCharge = ({ charge }: Provider, item: PurchaseItem): Money => ({
  amount: charge.items[item],
  currency: charge.currency,
});

/** Who takes a payment by `method`. In India, Google Pay pays by UPI. */
export const providerOf = (
  method: Method,
  currency: Currency,
  providers: readonly PaymentProviderName[],
): PaymentProviderName => {
  if (method === 'upi') return 'razorpay';
  const isUpi = method === 'gpay' && currency === 'INR' && providers.includes('razorpay');
  return isUpi ? 'razorpay' : 'paypal';
};

/** The plans that are sold on a page of their own. */
export type PlanName = 'premium' | 'professional';

/** How long a plan may be bought for, the default first. */
export const periods = ['monthly', 'yearly'] as const;
export type Period = (typeof periods)[number];

export const toPlanItem = (plan: PlanName, period: Period): PlanItem => `${plan}_${period}`;

export const getDays = (item: PlanItem): number => itemDurationSeconds(item) / 86_400;

/** The order that a page passes to the payment. */
export interface PaySectionProps {
  item: PurchaseItem;
  /** The price as the page shows it to visitors with this currency. */
  shown: (currency: Currency) => Money;
  /** Whether `shown` is the real price. The pay button is disabled for a placeholder price. */
  isPriceKnown: boolean;
  /** Whether the buyer chooses among the ways to pay of each provider. */
  asksMethod?: boolean;
  /** Stores what the buyer has done with an order. */
  keep: (state: ReturnState) => void;
}
