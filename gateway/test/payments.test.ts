import { describe, expect, it } from 'vitest';
import type { Call } from './support/http-client.js';
import {
  captureOrder,
  createOrder,
  listOrders,
  receiveWebhook,
  renewBrowserToken,
  setPrices,
} from '@ctdb/contracts';
import { ids } from './support/records.js';
import { hashOf, order, own, passCookie } from './support/shop.js';
import { sharedStage } from './support/stage.js';
import { accessCode } from './support/stub-billing.js';
import { unavailable } from './support/stub-service.js';

const { admin, billing, gateway } = await sharedStage();
const post = (path: string, options: Call = {}) =>
  gateway.call(path, { method: 'POST', ...options });

describe('prices', () => {
  it('travel as decimal strings and are kept in minor units', async () => {
    const current = await gateway.call('/api/admin/pricing');
    const plans = {
      inr_premium_monthly: '2499',
      inr_premium_yearly: '24999',
      inr_professional_monthly: '3999',
      inr_professional_yearly: '39999',
    };
    expect(current.json()).toEqual({ usd_hourly: '9.99', inr_hourly: '799', ...plans });
    const json = { usd_hourly: 12.5, inr_hourly: '1000' };
    const changed = await post('/api/admin/pricing', { json, headers: admin });
    expect(changed.json()).toEqual({ usd_hourly: '12.50', inr_hourly: '1000', ...plans });
    expect(billing.last(setPrices).request).toMatchObject({ usdCents: 1_250, inrPaise: 100_000 });
    const one = { inr_premium_yearly: 25_000 };
    await post('/api/admin/pricing', { json: one, headers: admin });
    expect(billing.last(setPrices).request).toEqual({ plansPaise: { premium_yearly: 2_500_000 } });
  });

  it.each([
    ['usd_hourly', ['0', '9.999', '1e3', '१e', '100000.01', null]],
    ['inr_hourly', ['799.50']],
    ['inr_premium_monthly', ['0']],
    ['eur_hourly', ['9']],
  ])('are refused where %s is none: %j', async (name, values) => {
    for (const value of values) {
      const json = { [name]: value };
      const result = await post('/api/admin/pricing', { json, headers: admin });
      expect([result.status, result.json()['code']]).toEqual([400, 'VALIDATION_FAILED']);
    }
  });
});

describe('an order', () => {
  it('gives the browser its token, in a cookie that scripts cannot read', async () => {
    const result = await post('/paypal/order', { json: order, headers: own });
    expect(result.status).toBe(201);
    expect(Object.keys(result.json()).sort()).toEqual(['accessCode', 'approveUrl', 'id']);
    const { token, attributes } = passCookie(result.headers['set-cookie']);
    const expected = ['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${400 * 86_400}`];
    expect(attributes).toEqual(expect.arrayContaining(expected));
    const sent = { amount: '9.99', currency: 'USD', intent: 'CAPTURE', item: 'hourly' };
    const added = { browser: hashOf(token), returnOrigin: gateway.origin, provider: 'paypal' };
    expect(billing.last(createOrder).request).toEqual({ ...sent, ...added });
  });

  it('never replaces the cookie, so that two tabs are one browser and both are captured', async () => {
    const setup = async (headers: Record<string, string> = own) => {
      const result = await gateway.call('/paypal/setup', { headers });
      const { token } = passCookie(result.headers['set-cookie']);
      return { token, hasCookie: result.json()['hasCookie'] };
    };
    const { token, ...first } = await setup();
    const headers = { ...own, cookie: `pass=${token}` };
    const others = [await setup(headers), await setup({ 'sec-fetch-site': 'cross-site' })];
    expect([token.length, first.hasCookie]).toEqual([43, false]);
    const kept = [true, false].map((hasCookie) => ({ token: '', hasCookie }));
    expect(others).toEqual(kept);
    const inTabs = (path: string, json?: object) =>
      Promise.all([1, 2].map(() => post(path, { json, headers })));
    for (const ordered of await inTabs('/paypal/order', order))
      expect([ordered.status, ordered.headers['set-cookie']]).toEqual([201, undefined]);
    const captured = await inTabs('/paypal/order/ORDER-1/capture');
    expect(captured.map(({ status }) => status)).toEqual([200, 200]);
    const calls = [...billing.calls(createOrder), ...billing.calls(captureOrder)];
    expect(calls).toHaveLength(4);
    for (const { request } of calls) expect(request).toMatchObject({ browser: hashOf(token) });
  });

  it('gives a browser without a cookie one, the same for a repeated request', async () => {
    const tokenOf = async (key?: string) => {
      const headers = { ...own, ...(key !== undefined && { 'idempotency-key': key }) };
      const result = await post('/paypal/order', { json: order, headers });
      const { token } = passCookie(result.headers['set-cookie']);
      const { request, context } = billing.last(createOrder);
      expect(request).toMatchObject({ browser: hashOf(token) });
      expect(context.idempotencyKey).toBe(key);
      return token;
    };
    const token = await tokenOf('intent-1');
    expect(await tokenOf('intent-1')).toBe(token);
    const others = [await tokenOf('intent-2'), await tokenOf(), await tokenOf()];
    expect(new Set([token, ...others]).size).toBe(4);
  });

  it('in another currency than PayPal charges names what is charged', async () => {
    const result = await post('/paypal/order', { json: { ...order, currency: 'INR' } });
    const params = { charge: { amount: '9.99', currency: 'USD' } };
    expect(result.json()).toMatchObject({ status: 409, code: 'CURRENCY_NOT_SUPPORTED', params });
  });

  it('in rupees is Razorpay’s, and takes an address for messages', async () => {
    const json = { ...order, amount: '799', currency: 'INR', email: 'asha@example.com' };
    expect((await post('/razorpay/order', { json, headers: own })).status).toBe(201);
    const asked = { provider: 'razorpay', email: 'asha@example.com' };
    expect(billing.last(createOrder).request).toMatchObject(asked);
    const dollars = await post('/razorpay/order', { json: order, headers: own });
    expect([dollars.status, dollars.json()['code']]).toEqual([409, 'CURRENCY_NOT_SUPPORTED']);
  });

  it.each([
    { item: 'gold' },
    { intent: 'AUTHORIZE' },
    { amount: null },
    { price: '0.01' },
    { email: 'not-an-address' },
  ])('with %j is refused', async (part) => {
    expect((await post('/paypal/order', { json: { ...order, ...part } })).status).toBe(400);
  });
});

describe('a capture', () => {
  const path = '/paypal/order/ORDER-1/capture';
  const cookie = `pass=${'c'.repeat(43)}`;

  it('answers with the pass, and changes the token of the browser, to the same one for every answer', async () => {
    const capture = async () => {
      const { status, headers, json } = await post(path, { headers: { ...own, cookie } });
      expect([status, json()['accessCode']]).toEqual([200, accessCode]);
      return passCookie(headers['set-cookie']).token;
    };
    const token = await capture();
    expect(token).toHaveLength(43);
    expect(token).not.toBe('c'.repeat(43));
    expect(await capture()).toBe(token);
    const renewal = { browser: hashOf('c'.repeat(43)), next: hashOf(token) };
    expect(billing.last(renewBrowserToken).request).toEqual(renewal);
    for (const refusal of [() => ({ isRenewed: false }), unavailable]) {
      billing.answer(renewBrowserToken, refusal);
      expect(await capture()).toBe('');
    }
  });

  it('that PayPal holds is accepted, not done', async () => {
    const result = await post('/paypal/order/PENDING/capture', { headers: { ...own, cookie } });
    expect([result.status, result.json()]).toEqual([202, { status: 'PENDING' }]);
    expect(result.headers['set-cookie']).toBeUndefined();
  });

  it('without the browser’s token, or from another site, is refused before billing hears of it', async () => {
    expect((await post(path, { headers: own })).json()['code']).toBe('FOREIGN_ORDER');
    const foreign = { cookie, origin: 'https://evil.example' };
    expect((await post(path, { headers: foreign })).json()['code']).toBe('FOREIGN_ORIGIN');
    expect(billing.calls(captureOrder)).toEqual([]);
  });

  it.each(['..%2f..', '%00', 'a b', 'x'.repeat(65)])('of %j is none', async (id) => {
    const wrong = `/paypal/order/${encodeURIComponent(id)}/capture`;
    expect((await post(wrong, { headers: { ...own, cookie } })).status).toBe(400);
  });
});

describe('the way back from Razorpay', () => {
  const query = {
    razorpay_payment_id: 'pay_1',
    razorpay_payment_link_id: 'plink_1',
    razorpay_payment_link_reference_id: ids.order,
    razorpay_payment_link_status: 'paid',
    razorpay_signature: 'right',
  };
  const withQuery = (part = {}) => `?${new URLSearchParams({ ...query, ...part }).toString()}`;
  const outcome = '?order=paid&token=plink_1';

  it.each([
    ['is all right', withQuery(), `/subscribe${outcome}`],
    ['has a wrong signature', withQuery({ razorpay_signature: 'x' }), `/hourly-access${outcome}`],
    [
      'has something too long',
      withQuery({ razorpay_payment_id: 'p'.repeat(65) }),
      `/hourly-access${outcome}`,
    ],
    ['has nothing', '', '/access'],
    ['names no order', '?razorpay_payment_link_id=%2F%2Fevil.example', '/access'],
    ['is broken', '?a=%FF', '/access'],
  ])('that %s leads to a page that asks for the outcome', async (_, search, location) => {
    const { status, headers } = await gateway.call(`/razorpay/return${search}`);
    expect([status, headers.location, headers['set-cookie']]).toEqual([303, location, undefined]);
  });
});

describe('a webhook', () => {
  const type = { 'content-type': 'application/json' };

  it.each([
    ['paypal', '{ "id" : "WH-1",\n "x": "ಬಣ್ಣ" } ', {}],
    ['paypal', '', {}],
    ['razorpay', '{ "event": "payment.captured" }', { 'x-razorpay-signature': 'ab12' }],
  ])('of %s reaches billing byte for byte: %s', async (provider, raw, headers) => {
    const call = { raw, headers: { ...type, ...headers } };
    expect((await post(`/${provider}/webhook`, call)).status).toBe(200);
    const body = Buffer.from(raw).toString('base64');
    expect(billing.last(receiveWebhook).request).toEqual({ provider, headers, body });
  });

  it('of Razorpay without a signature is refused, and one that is too long', async () => {
    const result = await post('/razorpay/webhook', { raw: '{}', headers: type });
    expect([result.status, result.json()['code']]).toEqual([401, 'INVALID_SIGNATURE']);
    const long = await post('/paypal/webhook', { raw: 'x'.repeat(262_145), headers: type });
    expect(long.status).toBe(413);
  });
});

it('orders are paged for administrators, also those that are asked back', async () => {
  const path = '/api/orders?page=2&refundRequested=true';
  const { headers } = await gateway.call(path, { headers: admin });
  expect(headers['x-total-count']).toBe('21');
  expect(headers.link).toContain('</api/orders?refundRequested=true&page=3&limit=10>; rel="next"');
  const wanted = { page: 2, limit: 10, refundRequested: 'true' };
  expect(billing.last(listOrders).request).toEqual(wanted);
});
