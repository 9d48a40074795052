import { describe, expect, it } from 'vitest';
import {
  captureOrder,
  createOrder,
  DomainError,
  listOrders,
  receiveWebhook,
  renewBrowserToken,
  setPrices,
} from '@ctdb/contracts';
import { hashOf, order, own, passCookie, startShop } from './support/shop.js';
import { receipt } from './support/staged-billing.js';

const { billing, gateway, post } = await startShop();

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
    const changed = await post('/api/admin/pricing', { json, headers: await gateway.admin() });
    expect(changed.json()).toEqual({ usd_hourly: '12.50', inr_hourly: '1000', ...plans });
    expect(billing.last(setPrices).request).toEqual({ usdCents: 1_250, inrPaise: 100_000 });
    const one = { inr_premium_yearly: 25_000 };
    await post('/api/admin/pricing', { json: one, headers: await gateway.admin() });
    expect(billing.last(setPrices).request).toEqual({ plansPaise: { premium_yearly: 2_500_000 } });
  });

  it.each([
    { usd_hourly: '0', inr_hourly: '799' },
    { usd_hourly: '-1', inr_hourly: '799' },
    { usd_hourly: '9.999', inr_hourly: '799' },
    { usd_hourly: '1e3', inr_hourly: '799' },
    { usd_hourly: '٩', inr_hourly: '799' },
    { usd_hourly: '100000.01', inr_hourly: '799' },
    { usd_hourly: '9.99', inr_hourly: '799.50' },
    { usd_hourly: '9.99', inr_hourly: '799', inr_premium_monthly: '0' },
    { usd_hourly: null, inr_hourly: '799' },
    { usd_hourly: '9.99', inr_hourly: '799', eur_hourly: '9' },
  ])('are refused where they are none: %j', async (json) => {
    const result = await post('/api/admin/pricing', { json, headers: await gateway.admin() });
    expect(result.status).toBe(400);
    expect(result.json()['code']).toBe('VALIDATION_FAILED');
  });
});

describe('an order', () => {
  it('gives the browser its token, in a cookie that scripts cannot read', async () => {
    const result = await post('/paypal/order', { json: order, headers: own });
    expect(result.status).toBe(201);
    expect(Object.keys(result.json()).sort()).toEqual(['approveUrl', 'id']);
    const { token, attributes } = passCookie(result.headers['set-cookie']);
    expect(attributes).toEqual(
      expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', `Max-Age=${400 * 86_400}`]),
    );
    expect(billing.last(createOrder).request).toEqual({
      amount: '9.99',
      currency: 'USD',
      intent: 'CAPTURE',
      item: 'hourly',
      holder: hashOf(token),
      returnOrigin: gateway.origin,
      provider: 'paypal',
    });
  });

  it('gives the browser a token of ours in the place of the one that it brings', async () => {
    const brought = 'b'.repeat(43);
    const orderWith = async (key: string) => {
      const headers = { ...own, cookie: `pass=${brought}`, 'idempotency-key': key };
      const result = await post('/paypal/order', { json: order, headers });
      return passCookie(result.headers['set-cookie']).token;
    };
    const token = await orderWith('intent-1');
    expect(token).toHaveLength(43);
    expect(token).not.toBe(brought);
    const { request, context } = billing.last(createOrder);
    expect(request).toMatchObject({ holder: hashOf(token) });
    expect(context.idempotencyKey).toBe('intent-1');
    expect(billing.last(renewBrowserToken).request).toEqual({
      holder: hashOf(brought),
      next: hashOf(token),
      isClaimed: false,
    });
    // A repetition is the same order of the same browser.
    expect(await orderWith('intent-1')).toBe(token);
    expect(await orderWith('intent-2')).not.toBe(token);
  });

  it('keeps the token of access that was paid for, also while billing does not know how to renew', async () => {
    const headers = { ...own, cookie: `pass=${'b'.repeat(43)}` };
    const normal = billing.answererOf(renewBrowserToken);
    const refusals = [
      () => ({ isRenewed: false }),
      () => {
        throw new DomainError('NOT_FOUND', { kind: 'route' });
      },
    ];
    for (const refusal of refusals) {
      billing.answer(renewBrowserToken, refusal);
      const result = await post('/paypal/order', { json: order, headers });
      expect(result.headers['set-cookie']).toBeUndefined();
      expect(billing.last(createOrder).request).toMatchObject({ holder: hashOf('b'.repeat(43)) });
    }
    billing.answer(renewBrowserToken, normal);
  });

  it('in another currency than PayPal charges names what is charged', async () => {
    const result = await post('/paypal/order', { json: { ...order, currency: 'INR' } });
    expect(result.status).toBe(409);
    expect(result.json()).toMatchObject({
      code: 'CURRENCY_NOT_SUPPORTED',
      params: { charge: { amount: '9.99', currency: 'USD' } },
    });
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

  it('is for the browser that has ordered, and answers with the pass', async () => {
    const result = await post(path, { headers: { ...own, cookie } });
    expect(result.status).toBe(200);
    expect(result.json()).toMatchObject({ status: 'COMPLETED', receipt: { code: receipt.code } });
    expect(billing.last(captureOrder).request).toEqual({
      id: 'ORDER-1',
      holder: hashOf('c'.repeat(43)),
    });
  });

  it('changes the token of the browser, to the same one for every answer', async () => {
    const capture = async () =>
      passCookie((await post(path, { headers: { ...own, cookie } })).headers['set-cookie']).token;
    const token = await capture();
    expect(token).toHaveLength(43);
    expect(token).not.toBe('c'.repeat(43));
    expect(await capture()).toBe(token);
    expect(billing.last(renewBrowserToken).request).toEqual({
      holder: hashOf('c'.repeat(43)),
      next: hashOf(token),
      isClaimed: true,
    });
  });

  it('that PayPal holds is accepted, not done', async () => {
    const result = await post('/paypal/order/PENDING/capture', { headers: { ...own, cookie } });
    expect([result.status, result.json()]).toEqual([202, { status: 'PENDING' }]);
    expect(result.headers['set-cookie']).toBeUndefined();
  });

  it('without the browser’s token, or from another site, is refused before billing hears of it', async () => {
    const before = billing.calls(captureOrder).length;
    expect((await post(path, { headers: own })).json()['code']).toBe('FOREIGN_ORDER');
    const foreign = { cookie, origin: 'https://evil.example' };
    expect((await post(path, { headers: foreign })).json()['code']).toBe('FOREIGN_ORIGIN');
    expect(billing.calls(captureOrder)).toHaveLength(before);
  });

  it.each(['..%2f..', '%00', 'a b', 'x'.repeat(65)])('of %j is none', async (id) => {
    const result = await post(`/paypal/order/${encodeURIComponent(id)}/capture`, {
      headers: { ...own, cookie },
    });
    expect(result.status).toBe(400);
  });
});

describe('a webhook', () => {
  const signed = {
    'content-type': 'application/json',
    'paypal-transmission-id': 't-1',
    'paypal-transmission-time': '2026-01-05T10:00:00Z',
    'paypal-transmission-sig': 'c2ln',
    'paypal-cert-url': 'https://api.paypal.com/cert',
    'paypal-auth-algo': 'SHA256withRSA',
  };

  it('reaches billing byte for byte', async () => {
    const raw = Buffer.from('{ "id" : "WH-1",\n "x": "ಬಣ್ಣ" } ');
    const result = await post('/paypal/webhook', { raw, headers: signed });
    expect(result.status).toBe(200);
    const { request } = billing.last(receiveWebhook);
    const { headers, body } = request as { headers: object; body: string };
    expect(Buffer.from(body, 'base64')).toEqual(raw);
    expect(headers).toEqual({ ...signed, 'content-type': undefined });
  });

  it('without a signature or a body is refused', async () => {
    const raw = '{}';
    const unsigned: Record<string, string> = { ...signed };
    delete unsigned['paypal-auth-algo'];
    for (const options of [{ raw, headers: unsigned }, { headers: signed }]) {
      const result = await post('/paypal/webhook', options);
      expect([result.status, result.json()['code']]).toEqual([401, 'INVALID_SIGNATURE']);
    }
    const long = await post('/paypal/webhook', { raw: 'x'.repeat(262_145), headers: signed });
    expect(long.status).toBe(413);
  });
});

describe('orders', () => {
  it('are paged for administrators', async () => {
    const headers = await gateway.admin();
    const result = await gateway.call('/api/orders?page=2', { headers });
    expect(result.headers['x-total-count']).toBe('21');
    expect(result.headers['link']).toContain('</api/orders?page=3&limit=10>; rel="next"');
    expect(billing.last(listOrders).request).toEqual({ page: 2, limit: 10 });
    const requested = await gateway.call('/api/orders?refundRequested=true', { headers });
    expect(requested.headers['link']).toContain('refundRequested=true&page=2');
    expect(billing.last(listOrders).request).toMatchObject({ refundRequested: 'true' });
  });
});
