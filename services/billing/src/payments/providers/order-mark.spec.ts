import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { readOrderMark, writeOrderMark } from './order-mark.js';

const key = 'a'.repeat(64);
const known = { orderId: 'b'.repeat(24), amountMinor: 79_900, currency: 'INR' } as const;
const order = {
  item: 'professional_monthly',
  practice: new Types.ObjectId(),
  locale: 'kn',
  buyerState: '29',
} as const;

it.each([
  ['all', order],
  ['what every order has', { item: 'hourly', practice: order.practice } as const],
])('the mark of an order brings %s back', (_what, marked) => {
  const text = writeOrderMark(key, known, marked);
  expect(readOrderMark(key, known, text)).toEqual(marked);
  // Razorpay's notes end there, and PayPal's reports know these characters alone.
  expect(text).toMatch(/^[\w.-]{50,76}$/);
});

it.each([
  ['another order', known, { ...known, orderId: 'c'.repeat(24) }],
  ['another amount', known, { ...known, amountMinor: 100 }],
  ['another currency', known, { ...known, currency: 'USD' } as const],
])('the mark of an order says nothing of %s', (_what, made, asked) => {
  expect(readOrderMark(key, asked, writeOrderMark(key, made, order))).toBeUndefined();
});

it('the mark of an order says nothing with the key of another installation, and after a change', () => {
  const text = writeOrderMark(key, known, order);
  expect(readOrderMark('d'.repeat(64), known, text)).toBeUndefined();
  expect(readOrderMark(key, known, text.replace('_monthly', '_yearly'))).toBeUndefined();
  expect(readOrderMark(key, known, text.slice(0, -22))).toBeUndefined();
  expect(readOrderMark(key, known, 'default')).toBeUndefined();
});
