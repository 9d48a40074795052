import { getCheckout, getPaymentMode, type PurchaseItem, setPrices } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { codeOf, errorOf } from './support/billing.js';
import { getPrice, newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop();
const { simulator } = shop;

const ordersOf = (holder: string) => shop.purchases().find({ orderedBy: holder }).lean();
const setHourly = (usdCents: number) => shop.admin(setPrices, { usdCents });
const charge = (amount: string) => ({ amount, currency: 'USD' });

describe('the setup of a page', () => {
  it('asks PayPal once for all pages, and again after a failure', async () => {
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

  it('tells what a page needs, with every charge of both providers', async () => {
    const checkout = await shop.buyer(getCheckout, {});
    const items = {
      hourly: '9.99',
      premium_monthly: '29.99',
      premium_yearly: '299.99',
      professional_monthly: '49.99',
      professional_yearly: '499.99',
    };
    const rupees = {
      hourly: '799.00',
      premium_monthly: '2499.00',
      premium_yearly: '24999.00',
      professional_monthly: '3999.00',
      professional_yearly: '39999.00',
    };
    const dollars = { currency: 'USD', items };
    expect(checkout).toMatchObject({ mode: 'test', charge: dollars });
    expect(checkout.clientToken?.length).toBeGreaterThan(20);
    expect(checkout.providers).toEqual([
      { name: 'paypal', mode: 'test', charge: dollars, isTaxedByState: false },
      {
        name: 'razorpay',
        mode: 'test',
        charge: { currency: 'INR', items: rupees },
        isTaxedByState: true,
      },
    ]);
    expect(await shop.buyer(getPaymentMode, {})).toEqual({ mode: 'test', mail: false });
  });
});

describe('ordering', () => {
  it.each(['premium_yearly', 'professional_monthly'] as PurchaseItem[])(
    'opens an order for %s at its price',
    async (item) => {
      const holder = newBrowser();
      const { id, approveUrl } = await shop.order(holder, { item });
      expect(new URL(approveUrl).searchParams.get('token')).toBe(id);
      expect(await shop.stored(id)).toMatchObject({ item, state: 'open', orderedBy: holder });
      await simulator.approve(id);
      await shop.capture(id, holder);
      const [capture] = await shop.capturesOf(id);
      expect(capture).toMatchObject({ value: getPrice(item), status: 'COMPLETED' });
    },
  );

  it.each([
    [{ item: 'premium_monthly', email: undefined }, 'email'],
    [{ provider: 'razorpay', buyerState: undefined }, 'buyerState'],
  ] as const)('opens none for %j', async (order, path) => {
    const holder = newBrowser();
    const params = { faults: [{ path, code: 'REQUIRED' }] };
    const error = await errorOf(shop.order(holder, order));
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', params });
    expect(await ordersOf(holder)).toEqual([]);
  });

  it.each([
    [{ amount: '0.01' }, 'PRICE_CHANGED'],
    [{ amount: 0.01 }, 'PRICE_CHANGED'],
    [{ amount: '9.991' }, 'PRICE_CHANGED'],
    [{ amount: '-9.99' }, 'PRICE_CHANGED'],
    [{ amount: '' }, 'PRICE_CHANGED'],
    [{ amount: '799', currency: 'INR' }, 'CURRENCY_NOT_SUPPORTED'],
    [{ amount: '799', currency: '' }, 'CURRENCY_NOT_SUPPORTED'],
  ])('opens nothing for %j', async (shown, code) => {
    const holder = newBrowser();
    const error = await errorOf(shop.order(holder, shown));
    expect(error).toMatchObject({ code, params: { charge: charge('9.99') } });
    expect(await ordersOf(holder)).toEqual([]);
  });

  it('takes rupees from Razorpay alone', async () => {
    const dollars = { provider: 'razorpay', ...charge('9.99') } as const;
    expect(await errorOf(shop.order(newBrowser(), dollars))).toMatchObject({
      code: 'CURRENCY_NOT_SUPPORTED',
      params: { charge: { amount: '799.00', currency: 'INR' } },
    });
  });

  it('notices a price that changed between the page and the payment, and keeps what was ordered', async () => {
    const holder = newBrowser();
    const before = await shop.order(holder, {}, 'page-1');
    await setHourly(1_250);
    try {
      expect(await errorOf(shop.order(newBrowser()))).toMatchObject({
        code: 'PRICE_CHANGED',
        params: { charge: charge('12.50') },
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
      Array.from({ length: 6 }, () => shop.order(holder, {}, 'same-key')),
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
      expect(await codeOf(shop.order(holder, change, 'same-key'))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await shop.order(holder, { amount: 9.99 }, 'same-key')).toEqual(first);
    expect(await ordersOf(holder)).toHaveLength(1);
    expect((await shop.order(newBrowser(), {}, 'same-key')).id).not.toBe(first?.id);
    // An order left at PayPal costs nothing.
    expect((await shop.order(holder)).id).not.toBe(first?.id);
  });

  it.each([
    { kind: 'lostReply', times: 6 },
    { kind: 'error', times: 6 },
    { kind: 'error', status: 422 },
  ])('opens one order though the first call ended in %j', async (fault) => {
    const holder = newBrowser();
    await simulator.fault({ call: 'createOrder', ...fault });
    expect(await codeOf(shop.order(holder, {}, 'k'))).toBe('SERVICE_UNAVAILABLE');
    expect((await ordersOf(holder)).map(({ state }) => state)).toEqual(['created']);
    await simulator.noFaults();
    const { id } = await shop.order(holder, {}, 'k');
    const [stored, ...others] = await ordersOf(holder);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ state: 'open', providerOrderId: id });
  });
});
