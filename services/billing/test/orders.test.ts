import {
  getCheckout,
  getPaymentMode,
  listOrders,
  type PurchaseItem,
  setPrices,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { errorOf } from './support/billing.js';
import { getPrice } from './support/ledger.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop();
const { simulator } = shop;

const ordersOf = (holder: string) => shop.purchases().find({ orderedBy: holder }).lean();
const setHourly = (usdCents: number) => shop.admin(setPrices, { usdCents, inrPaise: 79_900 });

describe('the setup of a page', () => {
  it('asks PayPal once for all pages, and again after a failure', async () => {
    const setup = () => shop.buyer(getCheckout, {});
    await simulator.fault({ call: 'clientToken', kind: 'error', times: 1_000 });
    expect((await errorOf(setup())).code).toBe('SERVICE_UNAVAILABLE');
    await simulator.noFaults();
    const pages = await Promise.all(Array.from({ length: 5 }, setup));
    await simulator.fault({ call: 'clientToken', kind: 'error', times: 1_000 });
    pages.push(await setup());
    expect(new Set(pages.map(({ clientToken }) => clientToken)).size).toBe(1);
  });
});

describe('ordering', () => {
  it('tells what a page needs, with every charge', async () => {
    const checkout = await shop.buyer(getCheckout, {});
    expect(checkout).toMatchObject({ mode: 'test', charge: { currency: 'USD' } });
    expect(checkout.clientToken?.length).toBeGreaterThan(20);
    expect(checkout.providers).toEqual([
      { name: 'paypal', mode: 'test', charge: checkout.charge, isTaxedByState: false },
    ]);
    expect(checkout.charge.items).toEqual({
      hourly: '9.99',
      premium_monthly: '29.99',
      premium_yearly: '299.99',
      professional_monthly: '49.99',
      professional_yearly: '499.99',
    });
    expect(await shop.buyer(getPaymentMode, {})).toEqual({ mode: 'test', mail: false });
  });

  it.each(['hourly', 'premium_yearly', 'professional_monthly'] as PurchaseItem[])(
    'opens an order for %s at its price',
    async (item) => {
      const holder = newBrowser();
      const { id, approveUrl } = await shop.order(holder, { item });
      expect(new URL(approveUrl).searchParams.get('token')).toBe(id);
      expect(await shop.stored(id)).toMatchObject({ item, state: 'open', orderedBy: holder });
      await simulator.approve(id);
      await shop.capture(id, holder);
      const { captures } = await simulator.ledger();
      expect(captures.find(({ orderId }) => orderId === id)).toMatchObject({
        value: getPrice(item),
        status: 'COMPLETED',
      });
    },
  );

  it('opens none for a plan without an address for messages', async () => {
    const holder = newBrowser();
    const error = await errorOf(shop.order(holder, { item: 'premium_monthly', email: undefined }));
    expect(error).toMatchObject({
      code: 'VALIDATION_FAILED',
      params: { faults: [{ path: 'email', code: 'REQUIRED' }] },
    });
    expect(await ordersOf(holder)).toEqual([]);
  });

  it('opens another order for another key, because an order left at PayPal costs nothing', async () => {
    const holder = newBrowser();
    const ids = [await shop.order(holder), await shop.order(holder)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it.each(['0.01', 0.01, '9.98', '10', '-9.99', '9.99e0', '9.991', ''])(
    'opens nothing for an amount of %p',
    async (amount) => {
      const holder = newBrowser();
      const error = await errorOf(shop.order(holder, { amount }));
      expect(error).toMatchObject({
        code: 'PRICE_CHANGED',
        params: { charge: { amount: '9.99', currency: 'USD' } },
      });
      expect(await ordersOf(holder)).toEqual([]);
    },
  );

  it.each(['INR', 'inr', 'EUR', ''])('opens nothing in the currency %p', async (currency) => {
    const holder = newBrowser();
    const error = await errorOf(shop.order(holder, { amount: '799', currency }));
    expect(error).toMatchObject({
      code: 'CURRENCY_NOT_SUPPORTED',
      params: { charge: { amount: '9.99', currency: 'USD' } },
    });
    expect(await ordersOf(holder)).toEqual([]);
  });

  it('notices a price that changed between the page and the payment, and keeps what was ordered', async () => {
    const holder = newBrowser();
    const before = await shop.order(holder, {}, 'page-1');
    await setHourly(1_250);
    try {
      expect(await errorOf(shop.order(newBrowser()))).toMatchObject({
        code: 'PRICE_CHANGED',
        params: { charge: { amount: '12.50', currency: 'USD' } },
      });
      expect(await shop.order(holder, {}, 'page-1')).toEqual(before);
      await simulator.approve(before.id);
      expect(await shop.capture(before.id, holder)).toMatchObject({
        status: 'COMPLETED',
        receipt: { amount: '9.99' },
      });
    } finally {
      await setHourly(999);
    }
  });

  it('opens one order for one Idempotency-Key of one browser, also in parallel', async () => {
    const holder = newBrowser();
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => shop.order(holder, {}, 'same-key')),
    );
    expect(new Set(tries.map(({ id }) => id)).size).toBe(1);
    expect(await ordersOf(holder)).toHaveLength(1);
    const other = await shop.order(newBrowser(), {}, 'same-key');
    expect(other.id).not.toBe(tries[0]?.id);
    for (const change of [{ item: 'premium_monthly' }, { email: 'asha@example.com' }] as const) {
      const reused = shop.order(holder, change, 'same-key');
      expect((await errorOf(reused)).code).toBe('IDEMPOTENCY_KEY_REUSED');
    }
  });

  it.each([{ amount: '0.01' }, { amount: '12.50' }, { currency: 'INR' }])(
    'does not answer a page that shows %j with an order that charges something else',
    async (shown) => {
      const holder = newBrowser();
      await shop.order(holder, {}, 'shown');
      expect((await errorOf(shop.order(holder, shown, 'shown'))).code).toBe(
        'IDEMPOTENCY_KEY_REUSED',
      );
      expect(await shop.order(holder, { amount: 9.99 }, 'shown')).toBeDefined();
      expect(await ordersOf(holder)).toHaveLength(1);
    },
  );

  it.each(['lostReply', 'error'])(
    'opens one order though the first call ended in %s',
    async (kind) => {
      const holder = newBrowser();
      await simulator.fault({ call: 'createOrder', kind, times: 6 });
      expect((await errorOf(shop.order(holder, {}, 'k'))).code).toBe('SERVICE_UNAVAILABLE');
      expect((await ordersOf(holder)).map(({ state }) => state)).toEqual(['created']);
      await simulator.noFaults();
      const { id } = await shop.order(holder, {}, 'k');
      const [stored, ...others] = await ordersOf(holder);
      expect(others).toEqual([]);
      expect(stored).toMatchObject({ state: 'open', providerOrderId: id });
    },
  );

  it('says to try again where PayPal refuses an order, and then opens it', async () => {
    const holder = newBrowser();
    await simulator.fault({ call: 'createOrder', kind: 'error', status: 422 });
    expect((await errorOf(shop.order(holder, {}, 'again'))).code).toBe('SERVICE_UNAVAILABLE');
    const { id } = await shop.order(holder, {}, 'again');
    expect(await shop.stored(id)).toMatchObject({ state: 'open' });
    expect(await ordersOf(holder)).toHaveLength(1);
  });

  it('stores only hashes of who ordered, and shows orders to administrators alone', async () => {
    await shop.order(newBrowser());
    expect((await errorOf(shop.buyer(listOrders, { page: 1, limit: 10 }))).code).toBe('FORBIDDEN');
    const { items, total } = await shop.admin(listOrders, { page: 1, limit: 2 });
    expect(total).toBeGreaterThan(2);
    expect(items).toHaveLength(2);
    const [newest, second] = items.map(({ createdAt }) => Date.parse(createdAt));
    expect(newest).toBeGreaterThanOrEqual(second ?? Infinity);
    expect(JSON.stringify(items)).not.toMatch(/[0-9a-f]{64}/);
    const next = await shop.admin(listOrders, { page: 2, limit: 2 });
    expect(next.items.map(({ id }) => id)).not.toContain(items[0]?.id);
  });
});
