import {
  type Currency,
  getCheckout,
  getPaymentMode,
  purchaseItemNames,
  setPrices,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { codeOf, errorOf } from './support/billing.js';
import { getPrice, newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop();
const { simulator } = shop;

const ordersOf = (browser: string) => shop.purchases().find({ orderedBy: browser }).lean();
const setHourly = (usdCents: number) => shop.admin(setPrices, { usdCents });
const charge = (amount: string) => ({ amount, currency: 'USD' });

it('the setup of a page asks PayPal once for all pages, and again after a failure', async () => {
  const setup = () => shop.buyer(getCheckout, {});
  await simulator.fault({ call: 'clientToken', kind: 'error', times: 1_000 });
  // The other provider is there to pay with.
  expect((await setup()).clientToken).toBeNull();
  await simulator.noFaults();
  const pages = await Promise.all(Array.from({ length: 5 }, setup));
  await simulator.fault({ call: 'clientToken', kind: 'error', times: 1_000 });
  pages.push(await setup());
  expect(new Set(pages.map(({ clientToken }) => clientToken)).size).toBe(1);
});

it('the setup of a page tells what a page needs, with every charge of both providers', async () => {
  const checkout = await shop.buyer(getCheckout, {});
  const itemsIn = (currency: Currency) =>
    Object.fromEntries(purchaseItemNames.map((item) => [item, getPrice(item, currency)]));
  const dollars = { currency: 'USD', items: itemsIn('USD') };
  const rupees = { currency: 'INR', items: itemsIn('INR') };
  expect(checkout).toMatchObject({ mode: 'test', charge: dollars });
  expect(checkout.clientToken?.length).toBeGreaterThan(20);
  expect(checkout.providers).toEqual([
    { name: 'paypal', mode: 'test', charge: dollars, isTaxedByState: false },
    { name: 'razorpay', mode: 'test', charge: rupees, isTaxedByState: true },
  ]);
  expect(await shop.buyer(getPaymentMode, {})).toEqual({ mode: 'test', mail: false });
});

it.each([
  [{ item: 'premium_monthly', email: undefined }, 'email'],
  [{ provider: 'razorpay', buyerState: undefined }, 'buyerState'],
] as const)('ordering opens none for %j', async (order, path) => {
  const browser = newBrowser();
  const params = { faults: [{ path, code: 'REQUIRED' }] };
  const error = await errorOf(shop.order(browser, order));
  expect(error).toMatchObject({ code: 'VALIDATION_FAILED', params });
  expect(await ordersOf(browser)).toEqual([]);
});

const inDollars = charge('9.99');
const inRupees = { amount: '799.00', currency: 'INR' };
it.each([
  [{ amount: '0.01' }, 'PRICE_CHANGED', inDollars],
  [{ amount: 0.01 }, 'PRICE_CHANGED', inDollars],
  [{ amount: '9.991' }, 'PRICE_CHANGED', inDollars],
  [{ amount: '-9.99' }, 'PRICE_CHANGED', inDollars],
  [{ amount: '' }, 'PRICE_CHANGED', inDollars],
  [{ amount: '799', currency: 'INR' }, 'CURRENCY_NOT_SUPPORTED', inDollars],
  [{ amount: '799', currency: '' }, 'CURRENCY_NOT_SUPPORTED', inDollars],
  [{ provider: 'razorpay', ...inDollars }, 'CURRENCY_NOT_SUPPORTED', inRupees],
] as const)('ordering opens nothing for %j', async (shown, code, right) => {
  const browser = newBrowser();
  const error = await errorOf(shop.order(browser, shown));
  expect(error).toMatchObject({ code, params: { charge: right } });
  expect(await ordersOf(browser)).toEqual([]);
});

it('ordering notices a price that changed between the page and the payment, and keeps what was ordered', async () => {
  const browser = newBrowser();
  const before = await shop.order(browser, {}, 'page-1');
  await setHourly(1_250);
  try {
    const params = { charge: charge('12.50') };
    const error = await errorOf(shop.order(newBrowser()));
    expect(error).toMatchObject({ code: 'PRICE_CHANGED', params });
    expect(await shop.order(browser, {}, 'page-1')).toEqual(before);
    await simulator.approve(before.id);
    const paid = { status: 'COMPLETED', receipt: { amount: '9.99' } };
    expect(await shop.capture(before.id, browser)).toMatchObject(paid);
  } finally {
    await setHourly(999);
  }
});

it('ordering opens one order for one Idempotency-Key of one browser, also in parallel', async () => {
  const browser = newBrowser();
  const tries = await Promise.all(
    Array.from({ length: 6 }, () => shop.order(browser, {}, 'same-key')),
  );
  const [first] = tries;
  expect(new Set(tries.map(({ id }) => id)).size).toBe(1);
  // What a page shows must be what is charged.
  for (const change of [
    { item: 'premium_monthly' },
    { email: 'asha@example.com' },
    { amount: '12.50' },
    { currency: 'INR' },
    { provider: 'razorpay' },
  ] as const)
    expect(await codeOf(shop.order(browser, change, 'same-key'))).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(await shop.order(browser, { amount: 9.99 }, 'same-key')).toEqual(first);
  expect(await ordersOf(browser)).toHaveLength(1);
  expect((await shop.order(newBrowser(), {}, 'same-key')).id).not.toBe(first?.id);
  // An order left at PayPal costs nothing.
  expect((await shop.order(browser)).id).not.toBe(first?.id);
});

it.each([
  { kind: 'lostReply', times: 6 },
  { kind: 'error', times: 6 },
  { kind: 'error', status: 422 },
])('ordering opens one order though the first call ended in %j', async (fault) => {
  const browser = newBrowser();
  await simulator.fault({ call: 'createOrder', ...fault });
  expect(await codeOf(shop.order(browser, {}, 'k'))).toBe('SERVICE_UNAVAILABLE');
  expect((await ordersOf(browser)).map(({ state }) => state)).toEqual(['created']);
  await simulator.noFaults();
  const { id } = await shop.order(browser, {}, 'k');
  const [stored, ...others] = await ordersOf(browser);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ state: 'open', providerOrderId: id });
});
