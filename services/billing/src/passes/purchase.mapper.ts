import {
  purchaseItems,
  REFUND_PERIOD_DAYS,
  type GrantedPass,
  type Purchase,
} from '@ctdb/contracts';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { toReceipt } from '../purchases/receipt.mapper.js';
import { isPlan } from '../subscriptions/subscription.js';
import { claimHorizon } from './claims.service.js';

const stateOf = (row: PurchaseDocument, now: number): Purchase['state'] => {
  const { state, grant, paidAt } = row;
  if (state === 'refunding' || state === 'refunded') return 'refunded';
  if (state !== 'paid') return 'pending';
  if (!grant) return paidAt && paidAt > claimHorizon(now) ? 'unclaimed' : 'ended';
  if (grant.endsAt.getTime() <= now) return 'ended';
  return grant.startsAt.getTime() <= now ? 'running' : 'queued';
};

/** The deadline for a refund request; `undefined` if the purchase is not refundable (any more). */
export const refundableUntil = (
  { item, state, paidAt, refundRequestedAt }: PurchaseDocument,
  now: number,
): Date | undefined => {
  if (!isPlan(item) || state !== 'paid' || !paidAt || refundRequestedAt) return undefined;
  const until = new Date(paidAt.getTime() + REFUND_PERIOD_DAYS * 86_400_000);
  return until.getTime() > now ? until : undefined;
};

/** The access of a purchase for the contract; `undefined` without a grant. */
export const toGrantedPass = ({ item, grant }: PurchaseDocument): GrantedPass | undefined =>
  grant && {
    plan: purchaseItems[item].plan,
    startsAt: grant.startsAt.toISOString(),
    expiresAt: grant.endsAt.toISOString(),
  };

/** A purchase for its buyer at `now`. */
export const toPurchase = (row: PurchaseDocument, now: number): Purchase => {
  const state = stateOf(row, now);
  return {
    id: row._id.toHexString(),
    item: row.item,
    state,
    // A refunded purchase gives no access, whatever its times were.
    pass: state === 'refunded' ? undefined : toGrantedPass(row),
    receipt: toReceipt(row),
    refundableUntil: refundableUntil(row, now)?.toISOString(),
    refundRequestedAt: row.refundRequestedAt?.toISOString(),
  };
};
