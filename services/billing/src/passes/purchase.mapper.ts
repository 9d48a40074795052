import { toContract } from '@ctdb/chassis';
import {
  type GrantedPass,
  type OpenedPurchase,
  openedPurchase,
  type Purchase,
  purchase,
  purchaseItems,
  type Receipt,
  receipt,
  REFUND_PERIOD_DAYS,
  toDecimalString,
} from '@ctdb/contracts';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { activationCutoff, hasGrant, type PurchaseWithGrant } from './schedule.js';
import { isPlan } from './subscription.js';

const deriveState = (row: PurchaseRecord, now: number): Purchase['state'] => {
  const { state, grant, paidAt } = row;
  if (state === 'refunding' || state === 'refunded') return 'refunded';
  if (state !== 'paid') return 'pending';
  if (!grant) return paidAt && paidAt > activationCutoff(now) ? 'unclaimed' : 'ended';
  if (grant.endsAt.getTime() <= now) return 'ended';
  return grant.startsAt.getTime() <= now ? 'running' : 'queued';
};

/** Whether the purchase gives access at `now`, or may give some later. */
export const isUsable = (row: PurchaseRecord, now: number): boolean =>
  !['ended', 'refunded'].includes(deriveState(row, now));

/** The deadline for a refund request; `undefined` if the purchase is not refundable (any more). */
export const refundableUntil = (
  { item, state, paidAt, refundRequestedAt }: PurchaseRecord,
  now: number,
): Date | undefined => {
  if (!isPlan(item) || state !== 'paid' || !paidAt || refundRequestedAt) return undefined;
  const until = new Date(paidAt.getTime() + REFUND_PERIOD_DAYS * 86_400_000);
  return until.getTime() > now ? until : undefined;
};

/** The access of a purchase for the contract. */
export const toGrantedPass = ({ item, grant }: PurchaseWithGrant): GrantedPass => ({
  plan: purchaseItems[item].plan,
  startsAt: grant.startsAt.toISOString(),
  expiresAt: grant.endsAt.toISOString(),
});

/** The proof of payment; `undefined` for an unpaid purchase. */
export const toReceipt = (row: PurchaseRecord): Receipt | undefined => {
  const { paidAt, amountMinor, captureId: reference } = row;
  if (paidAt === undefined) return undefined;
  return toContract(receipt, { ...row, amount: toDecimalString(amountMinor), reference });
};

/** `8K3P-…` as `····-····-····-XY7Z`. */
const maskCode = (code: string): string => code.replaceAll(/[^-](?=.{4})/g, '·');

/** A purchase for its buyer at `now`. */
export const toPurchase = (row: PurchaseRecord, now: number): Purchase => {
  const state = deriveState(row, now);
  return toContract(purchase, {
    ...row,
    state,
    // A refunded purchase gives no access, whatever its times were.
    pass: state !== 'refunded' && hasGrant(row) ? toGrantedPass(row) : undefined,
    receipt: toReceipt(row),
    accessCode: maskCode(row.accessCode),
    refundableUntil: refundableUntil(row, now),
  });
};

/** A paid purchase for a person who opens its practice by a code or a link. */
export const toOpenedPurchase = (row: PurchaseRecord, now: number): OpenedPurchase =>
  toContract(openedPurchase, {
    ...row,
    paidAt: row.paidAt ?? row.createdAt,
    pass: hasGrant(row) && isUsable(row, now) ? toGrantedPass(row) : undefined,
  });
