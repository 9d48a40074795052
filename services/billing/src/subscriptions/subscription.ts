import { purchaseItems, type PurchaseItem } from '@ctdb/contracts';
import type { SubscriptionStatus } from '../accounts/user.schema.js';

/** A payment for a plan. Milliseconds since the epoch. */
export interface PlanPayment {
  item: PurchaseItem;
  paymentId: string | undefined;
  paidAt: number;
  /** Absent until activation. */
  startsAt?: number | undefined;
  endsAt?: number | undefined;
  isRefunded: boolean;
}

/** A buyer's subscription, computed from all payments with one e-mail address. */
export interface Subscription {
  status: SubscriptionStatus;
  type: PurchaseItem;
  paymentId: string | undefined;
  startsAt: number | undefined;
  endsAt: number | undefined;
}

/** Whether an item is a plan; an hourly pass creates no subscription. */
export const isPlan = (item: PurchaseItem): boolean => 'days' in purchaseItems[item];

const statusOf = ({ isRefunded, endsAt }: PlanPayment, now: number): SubscriptionStatus => {
  if (isRefunded) return 'refunded';
  if (endsAt === undefined) return 'inactive';
  return endsAt > now ? 'active' : 'expired';
};

/** Highest rank first: usable payments, then ended ones. */
const rankOf = (status: SubscriptionStatus): number =>
  ({ active: 0, inactive: 1, expired: 2, refunded: 2 })[status];

/** Selects the usable payment that ends last; `undefined` without payments. */
export const subscriptionOf = (
  payments: readonly PlanPayment[],
  now: number,
): Subscription | undefined => {
  const [first] = payments
    .map((payment) => ({ payment, status: statusOf(payment, now) }))
    .sort(
      (one, other) =>
        rankOf(one.status) - rankOf(other.status) ||
        (other.payment.endsAt ?? 0) - (one.payment.endsAt ?? 0) ||
        other.payment.paidAt - one.payment.paidAt,
    );
  if (!first) return undefined;
  const { item, paymentId, startsAt, endsAt } = first.payment;
  return { status: first.status, type: item, paymentId, startsAt, endsAt };
};
