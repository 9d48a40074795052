import { createHmac, timingSafeEqual } from 'node:crypto';
import { toObjectId } from '@ctdb/chassis';
import { indianStates, locales, objectId, purchaseItemNames } from '@ctdb/contracts';
import { z } from 'zod';
import type { PurchaseRecord } from '../../purchases/purchase.record.js';

const VERSION = '2';
const TAG_BYTES = 16;

/** What a purchase is rebuilt from that no provider knows by itself. */
type MarkedOrder = Pick<PurchaseRecord, 'item' | 'practice' | 'locale' | 'buyerState'>;

/** What the provider knows of the order. */
type KnownOrder = { orderId: string } & Pick<PurchaseRecord, 'amountMinor' | 'currency'>;

const mark = z.tuple([
  z.literal(VERSION),
  z.enum(purchaseItemNames),
  z.enum(locales).or(z.literal('')),
  z.enum(indianStates).or(z.literal('')),
  objectId,
  z.string(),
]);

const toTag = (key: string, { orderId, amountMinor, currency }: KnownOrder, text: string): Buffer =>
  createHmac('sha256', key)
    .update(`order-mark ${orderId} ${amountMinor} ${currency} ${text}`)
    .digest()
    .subarray(0, TAG_BYTES);

/**
 * The text that goes to the provider with an order: what a purchase needs that was lost with its
 * database. Nothing in it names a person. The tag proves that this installation has made it, for this order
 * and amount. At most 76 characters, without spaces.
 */
export const writeOrderMark = (
  key: string,
  known: KnownOrder,
  { item, practice, locale, buyerState }: MarkedOrder,
): string => {
  const text = [VERSION, item, locale ?? '', buyerState ?? '', practice.toHexString()].join('.');
  return `${text}.${toTag(key, known, text).toString('base64url')}`;
};

/** What a mark says; `undefined` unless this installation has made it for this order. */
export const readOrderMark = (key: string, known: KnownOrder, text: string) => {
  const { data } = mark.safeParse(text.split('.'));
  if (data === undefined) return undefined;
  const [, item, locale, buyerState, practice, tag] = data;
  const expected = toTag(key, known, text.slice(0, text.lastIndexOf('.')));
  const given = Buffer.from(tag, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return {
    item,
    practice: toObjectId(practice),
    ...(locale && { locale }),
    ...(buyerState && { buyerState }),
  };
};
