import { purchaseItems, type PurchaseItem } from '@ctdb/contracts';
import type { SubscriptionStatus } from '../accounts/user.schema.js';

/** A payment for a plan. Milliseconds since the epoch. */
export interface PlanPayment {
  item: PurchaseItem;
  paymentId: string | undefined;
  paidAt: number;
  /** Absent until a browser has begun it. */
  startsAt?: number | undefined;
  endsAt?: number | undefined;
  isRefunded: boolean;
}

/** What a buyer has, after all that was paid under one e-mail address. */
export interface Subscription {
  status: SubscriptionStatus;
  type: PurchaseItem;
  paymentId: string | undefined;
  startsAt: number | undefined;
  endsAt: number | undefined;
}

/** Whether an item is a plan; an hourly pass makes no subscriber. */
export const isPlan = (item: PurchaseItem): boolean => 'days' in purchaseItems[item];

const statusOf = ({ isRefunded, endsAt }: PlanPayment, now: number): SubscriptionStatus => {
  if (isRefunded) return 'refunded';
  if (endsAt === undefined) return 'inactive';
  return endsAt > now ? 'active' : 'expired';
};

/** What counts more stands further left: what can still be used, then what is over. */
const rankOf = (status: SubscriptionStatus): number =>
  ({ active: 0, inactive: 1, expired: 2, refunded: 2 })[status];

/** Of several payments the usable one that ends last counts; `undefined` of none. */
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
