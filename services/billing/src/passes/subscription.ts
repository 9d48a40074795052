import { purchaseItems, type PurchaseItem } from '@ctdb/contracts';
import type { SubscriptionStatus, UserRecord } from '../accounts/users/user.record.js';
import { type Grant, providerOf, type PurchaseRecord } from '../purchases/purchase.record.js';

/** Normalises an e-mail address: lower case, without outer spaces. */
export const normalizeEmail = (email: string): string =>
  email.toWellFormed().normalize('NFC').trim().toLowerCase();

/** `asha@example.in` as `a***@example.in`: the payer knows it, others do not learn it. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***');

/** A payment for a plan. */
export interface PlanPayment extends Pick<
  PurchaseRecord,
  'item' | 'state' | 'captureId' | 'provider'
> {
  paidAt: Date;
  /** Absent until activation. */
  grant?: Pick<Grant, 'startsAt' | 'endsAt'>;
}

/** A buyer's subscription: the payment that counts of all with one e-mail address. */
export interface Subscription {
  status: SubscriptionStatus;
  payment: PlanPayment;
}

/** Whether an item is a plan; an hourly pass creates no subscription. */
export const isPlan = (item: PurchaseItem): boolean => 'days' in purchaseItems[item];

const deriveStatus = ({ state, grant }: PlanPayment, now: number): SubscriptionStatus => {
  if (state !== 'paid') return 'refunded';
  if (!grant) return 'inactive';
  return grant.endsAt.getTime() > now ? 'active' : 'expired';
};

/** Lowest first: usable payments, then ended ones. */
const statusRank = { active: 0, inactive: 1, expired: 2, refunded: 2 } as const satisfies Record<
  SubscriptionStatus,
  number
>;

/** Selects the usable payment that ends last; `undefined` without payments. */
export const deriveSubscription = (
  payments: readonly PlanPayment[],
  now: number,
): Subscription | undefined =>
  payments
    .map((payment) => ({ payment, status: deriveStatus(payment, now) }))
    .sort(
      (one, other) =>
        statusRank[one.status] - statusRank[other.status] ||
        (other.payment.grant?.endsAt.getTime() ?? 0) - (one.payment.grant?.endsAt.getTime() ?? 0) ||
        other.payment.paidAt.getTime() - one.payment.paidAt.getTime(),
    )[0];

/** The fields of a row of `users` for a subscription; `undefined` where one is removed. */
export const toSubscriptionFields = ({ status, payment }: Subscription) =>
  ({
    subscriptionStatus: status,
    subscriptionType: payment.item,
    paymentMethod: providerOf(payment),
    paymentId: payment.captureId,
    subscriptionStartDate: payment.grant?.startsAt,
    subscriptionEndDate: payment.grant?.endsAt,
  }) satisfies Partial<Record<keyof UserRecord, unknown>>;
