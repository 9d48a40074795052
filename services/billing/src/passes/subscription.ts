import { purchaseItems, type PurchaseItem } from '@ctdb/contracts';
import type { PersonChange, SubscriptionStatus } from '../accounts/users/user.record.js';
import { type Grant, providerOf, type PurchaseRecord } from '../purchases/purchase.record.js';

/** Normalises an e-mail address: lower case, without outer spaces. */
export const normalizeEmail = (email: string): string =>
  email.toWellFormed().normalize('NFC').trim().toLowerCase();

/** `asha@example.in` as `a***@example.in`: the payer knows it, others do not learn it. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***');

/** A payment for a plan; without a grant until its activation. */
export type PlanPayment = Pick<PurchaseRecord, 'item' | 'state' | 'captureId' | 'provider'> & {
  paidAt: Date;
  grant?: Pick<Grant, 'startsAt' | 'endsAt'>;
};

/** Whether an item is a plan; an hourly pass creates no subscription. */
export const isPlan = (item: PurchaseItem): boolean => 'days' in purchaseItems[item];

const deriveStatus = ({ state, grant }: PlanPayment, now: number): SubscriptionStatus => {
  if (state !== 'paid') return 'refunded';
  if (!grant) return 'inactive';
  return grant.endsAt.getTime() > now ? 'active' : 'expired';
};

/** Lowest first: usable payments, then ended ones. */
const statusRank: Readonly<Record<SubscriptionStatus, number>> = {
  active: 0,
  inactive: 1,
  expired: 2,
  refunded: 2,
};

/**
 * A buyer's subscription, by all payments with one e-mail address: the usable one that ends last counts.
 * `undefined` without payments.
 */
export const deriveSubscription = (payments: readonly PlanPayment[], now: number) =>
  payments
    .map((payment) => ({ payment, status: deriveStatus(payment, now) }))
    .sort(
      (one, other) =>
        statusRank[one.status] - statusRank[other.status] ||
        (other.payment.grant?.endsAt.getTime() ?? 0) - (one.payment.grant?.endsAt.getTime() ?? 0) ||
        other.payment.paidAt.getTime() - one.payment.paidAt.getTime(),
    )[0];

/** See {@link deriveSubscription}. */
export type Subscription = NonNullable<ReturnType<typeof deriveSubscription>>;

/** The fields of a row of `users` for a subscription; `undefined` where one is removed. */
export const toSubscriptionFields = ({ status, payment }: Subscription): PersonChange => ({
  subscriptionStatus: status,
  subscriptionType: payment.item,
  paymentMethod: providerOf(payment),
  paymentId: payment.captureId,
  subscriptionStartDate: payment.grant?.startsAt,
  subscriptionEndDate: payment.grant?.endsAt,
});
