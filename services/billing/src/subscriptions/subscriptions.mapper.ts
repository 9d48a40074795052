import type { UserDocument } from '../accounts/user.schema.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import type { PlanPayment, Subscription } from './subscription.js';

/** Maps a purchase; `undefined` for one that was never paid. */
export const toPayment = (row: PurchaseDocument): PlanPayment | undefined => {
  const { item, captureId, paidAt, grant, state } = row;
  if (!paidAt) return undefined;
  return {
    item,
    paymentId: captureId,
    paidAt: paidAt.getTime(),
    startsAt: grant?.startsAt.getTime(),
    endsAt: grant?.endsAt.getTime(),
    isRefunded: state !== 'paid',
  };
};

type Fields = Pick<
  UserDocument,
  | 'subscriptionStatus'
  | 'subscriptionType'
  | 'subscriptionStartDate'
  | 'subscriptionEndDate'
  | 'paymentMethod'
  | 'paymentId'
>;

/** The update of a row of `users` for `subscription`. */
export const toSubscriptionFields = ({
  status,
  type,
  paymentId,
  startsAt,
  endsAt,
}: Subscription): { $set: Partial<Fields>; $unset: Partial<Record<keyof Fields, 1>> } => ({
  $set: {
    subscriptionStatus: status,
    subscriptionType: type,
    paymentMethod: 'paypal',
    ...(paymentId === undefined ? {} : { paymentId }),
    ...(startsAt === undefined ? {} : { subscriptionStartDate: new Date(startsAt) }),
    ...(endsAt === undefined ? {} : { subscriptionEndDate: new Date(endsAt) }),
  },
  $unset: {
    ...(paymentId === undefined ? { paymentId: 1 } : {}),
    ...(startsAt === undefined ? { subscriptionStartDate: 1 } : {}),
    ...(endsAt === undefined ? { subscriptionEndDate: 1 } : {}),
  },
});
