import {
  captureOrder,
  getCheckout,
  listOrders,
  listPurchases,
  refundOrder,
  returnFromOrder,
} from '@ctdb/contracts';
import { waitUntil } from '@ctdb/chassis/testing';
import { describe, expect, it } from 'vitest';
import { RedisClock } from '../src/redis-clock.js';
import { errorOf } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { PaypalSimulator } from './support/paypal.js';
import { Shop } from './support/shop.js';

const paypal = new PaypalSimulator();
const shop = new Shop({ ...paypal.env, RECONCILE_SECONDS: '1' }, 'razorpay');
const { simulator } = shop;
const email = 'Asha@Example.com';
const HOUR_MS = 3_600_000;

const change = (id: string, changes: object) =>
  shop.purchases().updateOne({ providerOrderId: id }, { $set: changes });

describe('paying in rupees', () => {
  it('is one of two choices, each with its charges', async () => {
    const { mode, clientToken, charge, providers } = await shop.buyer(getCheckout, {});
    expect({ mode, charge }).toMatchObject({ mode: 'test', charge: { currency: 'USD' } });
    expect(clientToken).not.toBeNull();
    expect(providers?.map(({ name }) => name)).toEqual(['paypal', 'razorpay']);
    expect(providers?.[1]?.charge).toEqual({
      currency: 'INR',
      items: {
        hourly: '799.00',
        premium_monthly: '2499.00',
        premium_yearly: '24999.00',
        professional_monthly: '3999.00',
        professional_yearly: '39999.00',
      },
    });
  });

  it('gives access when the link is paid, and keeps where to write and in which language', async () => {
    const holder = newBrowser();
    const { id } = await shop.order(holder, { email });
    expect((await errorOf(shop.capture(id, holder))).code).toBe('ORDER_NOT_APPROVED');
    await simulator.approve(id);
    expect(await shop.capture(id, holder)).toMatchObject({
      status: 'COMPLETED',
      receipt: { amount: '799.00', currency: 'INR' },
    });
    expect(await shop.stored(id)).toMatchObject({
      provider: 'razorpay',
      contactEmail: 'asha@example.com',
      locale: 'en',
      payerEmail: 'asha@example.com',
      isPayerUnverified: true,
    });
    expect(await shop.pass(holder)).toBeDefined();
    const { items } = await shop.admin(listOrders, { page: 1, limit: 1 });
    expect(items).toMatchObject([{ provider: 'razorpay', amount: '799.00', currency: 'INR' }]);
  });

  it('takes rupees from Razorpay alone, and dollars from PayPal alone', async () => {
    for (const [provider, wrong, charge] of [
      ['razorpay', { amount: '9.99', currency: 'USD' }, { amount: '799.00', currency: 'INR' }],
      ['paypal', { amount: '799', currency: 'INR' }, { amount: '9.99', currency: 'USD' }],
    ] as const) {
      const error = await errorOf(shop.order(newBrowser(), { provider, ...wrong }));
      expect(error).toMatchObject({ code: 'CURRENCY_NOT_SUPPORTED', params: { charge } });
    }
    const holder = newBrowser();
    await shop.order(holder, {}, 'one-key');
    const other = { provider: 'paypal', amount: '9.99', currency: 'USD' } as const;
    expect((await errorOf(shop.order(holder, other, 'one-key'))).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('can be declined, and is paid by the same link after all', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder, 'decline');
    expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
    await simulator.approve(id);
    expect((await shop.capture(id, holder)).status).toBe('COMPLETED');
  });

  it('is pending until the bank answers, and can be made again if it refuses', async () => {
    for (const [outcome, state] of [
      ['release', 'paid'],
      ['deny', 'open'],
    ] as const) {
      const holder = newBrowser();
      const id = await shop.approved(holder, 'pending');
      expect((await shop.capture(id, holder)).status).toBe('PENDING');
      await simulator.turn((await shop.stored(id)).captureId ?? '', outcome);
      await waitUntil(async () => (await shop.stored(id)).state === state, `it is not ${state}`);
      if (outcome === 'release') continue;
      expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
      await simulator.approve(id);
      expect((await shop.capture(id, holder)).status).toBe('COMPLETED');
    }
  });

  it.each([{ value: '1.00' }, { currency: 'USD' }, { customId: '0'.repeat(24) }])(
    'of something else, %j, is given back without access',
    async (capture) => {
      const holder = newBrowser();
      await simulator.fault({ call: 'captureOrder', kind: 'altered', capture });
      const id = await shop.approved(holder);
      expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
      await waitUntil(async () => (await shop.stored(id)).state === 'refunded', 'not refunded');
      expect(await shop.pass(holder)).toBeUndefined();
    },
  );

  it('is given back by an administrator, and ends the access', async () => {
    const holder = newBrowser();
    const { purchaseId } = await shop.bought(holder);
    expect((await shop.admin(refundOrder, { id: purchaseId })).state).toBe('refunded');
    expect(await shop.pass(holder)).toBeUndefined();
    const { captureId } = (await shop.purchases().findById(purchaseId).lean()) ?? {};
    const { refunds } = await simulator.ledger();
    expect(refunds.filter((one) => one.captureId === captureId)).toMatchObject([
      { status: 'COMPLETED', value: '799.00' },
    ]);
  });
});

it('a refund of too small a rest, or of an unknown one, is refused before it ends the access', async () => {
  const holder = newBrowser();
  const { id, purchaseId } = await shop.bought(holder);
  const refund = () => errorOf(shop.admin(refundOrder, { id: purchaseId }));
  await simulator.fault({ call: 'getRefunds', kind: 'error', times: 1_000 });
  expect((await refund()).code).toBe('SERVICE_UNAVAILABLE');
  await simulator.noFaults();
  await simulator.refundPart((await shop.stored(id)).captureId ?? '', '798.50');
  expect(await refund()).toMatchObject({ code: 'NOT_REFUNDABLE', params: { part: 'rest' } });
  expect((await shop.stored(id)).state).toBe('paid');
  expect(await shop.pass(holder)).toBeDefined();
});

describe('a buyer who has paid', () => {
  it('and does not come back is noticed without a webhook', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder);
    const now = await shop.service.get(RedisClock).now();
    await change(id, { createdAt: new Date(now - 120_000) });
    await waitUntil(async () => (await shop.stored(id)).state === 'paid', 'it is not paid');
    expect(await shop.buyer(listPurchases, { holder })).toMatchObject({
      purchases: [{ state: 'unclaimed' }],
    });
  });

  it('after the order was given up is noticed within a day without a webhook', async () => {
    const holder = newBrowser();
    const { id } = await shop.order(holder);
    const now = await shop.service.get(RedisClock).now();
    await change(id, { createdAt: new Date(now - 6 * HOUR_MS) });
    const isState = (state: string) =>
      waitUntil(async () => (await shop.stored(id)).state === state, `it is not ${state}`);
    await isState('abandoned');
    expect((await shop.stored(id)).recheckAt?.getTime()).toBeLessThan(now + 25 * HOUR_MS);
    await simulator.approve(id);
    await change(id, { recheckAt: new Date(now) });
    await isState('paid');
    expect((await shop.capture(id, holder)).status).toBe('COMPLETED');
  });

  it('is led back to the page of the item; a forged way leads nowhere', async () => {
    const holder = newBrowser();
    const { id, approveUrl } = await shop.order(holder, { item: 'professional_yearly' });
    const body = new URLSearchParams({ choice: 'pay', vpa: 'asha@okbank' });
    const answer = await fetch(approveUrl, { method: 'POST', body, redirect: 'manual' });
    const { searchParams } = new URL(answer.headers.get('location') ?? '');
    const query = Object.fromEntries(searchParams);
    const back = (part: object = {}) =>
      shop.buyer(returnFromOrder, { provider: 'razorpay', query: { ...query, ...part } });
    expect(await back()).toEqual({ path: `/payment?order=paid&token=${id}` });
    const foreign = back({ razorpay_payment_link_id: 'plink_1' });
    expect((await errorOf(foreign)).code).toBe('INVALID_SIGNATURE');
    const unsigned = shop.buyer(returnFromOrder, { provider: 'paypal', query });
    expect((await errorOf(unsigned)).code).toBe('INVALID_SIGNATURE');
    expect((await shop.stored(id)).state).toBe('open');
    const stranger = shop.buyer(captureOrder, { id, holder: newBrowser() });
    expect((await errorOf(stranger)).code).toBe('FOREIGN_ORDER');
  });
});

describe('webhooks', () => {
  const eventOf = async (id: string, type: string) => {
    const { _id } = await shop.stored(id);
    const events = await simulator.events();
    const found = events.find(
      (event) => event.type === type && JSON.stringify(event).includes(_id.toHexString()),
    );
    if (!found) throw new Error(`no event ${type}`);
    return found.id;
  };

  it('settle a payment once, doubled and shuffled', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder);
    const types = ['payment_link.paid', 'payment.captured', 'payment_link.paid'];
    const events = await Promise.all(types.map((type) => eventOf(id, type)));
    await Promise.all(events.map(async (event) => shop.deliver(await simulator.sign(event))));
    const { state, receiptCode, changedAt } = await shop.stored(id);
    expect(state).toBe('paid');
    for (const event of events) await shop.deliver(await simulator.sign(event));
    expect(await shop.stored(id)).toMatchObject({ state, receiptCode, changedAt });
    expect((await shop.capture(id, holder)).status).toBe('COMPLETED');
  });

  it.each(['key', 'body', 'old', 'algorithm'])('change nothing where forged: %s', async (forge) => {
    const id = await shop.approved(newBrowser());
    const event = await eventOf(id, 'payment_link.paid');
    const forged = shop.deliver(await simulator.sign(event, forge));
    expect((await errorOf(forged)).code).toBe('INVALID_SIGNATURE');
    expect((await shop.stored(id)).state).toBe('open');
  });

  it.each([true, false])(
    'give back what was paid beside the payment that counts, once; arriving: %s',
    async (arrives) => {
      const [{ id }, other] = [await shop.bought(newBrowser()), await shop.bought(newBrowser())];
      const { captureId: surplus } = await shop.stored(id);
      const { captureId: counted } = await shop.stored(other.id);
      await change(other.id, { captureId: `pay_of_another_order_${id}` });
      await change(id, { captureId: counted, ...(!arrives && { recheckAt: new Date(0) }) });
      if (arrives)
        for (const type of ['payment.captured', 'payment_link.paid'])
          await shop.deliver(await simulator.sign(await eventOf(id, type)));
      const refunds = async () =>
        (await simulator.ledger()).refunds.filter(
          ({ captureId }) => captureId === surplus || captureId === counted,
        );
      await waitUntil(async () => (await refunds()).length > 0, 'it is not given back');
      expect(await refunds()).toMatchObject([
        { captureId: surplus, status: 'COMPLETED', value: '799.00' },
      ]);
      expect((await shop.stored(id)).state).toBe('paid');
    },
  );

  it('end the access of a payment that was refunded at Razorpay', async () => {
    const holder = newBrowser();
    const { id } = await shop.bought(holder);
    await simulator.turn((await shop.stored(id)).captureId ?? '', 'refund');
    await shop.deliver(await simulator.sign(await eventOf(id, 'refund.processed')));
    await waitUntil(async () => (await shop.stored(id)).state === 'refunded', 'not refunded');
    expect(await shop.pass(holder)).toBeUndefined();
  });
});
