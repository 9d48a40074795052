import { describe, expect, it } from 'vitest';
import { createOrder, receiveWebhook } from '@ctdb/contracts';
import { ids } from './support/records.js';
import { order, own, startShop } from './support/shop.js';

const { billing, gateway, post } = await startShop();

describe('an order', () => {
  it('in rupees is Razorpay’s, and takes an address for messages', async () => {
    const json = { ...order, amount: '799', currency: 'INR', email: 'asha@example.com' };
    expect((await post('/razorpay/order', { json, headers: own })).status).toBe(201);
    const { request } = billing.last(createOrder);
    expect(request).toMatchObject({ provider: 'razorpay', email: 'asha@example.com' });
    const dollars = await post('/razorpay/order', { json: order, headers: own });
    expect([dollars.status, dollars.json()['code']]).toEqual([409, 'CURRENCY_NOT_SUPPORTED']);
  });
});

describe('the way back from Razorpay', () => {
  const back = (part: Record<string, string> = {}) =>
    gateway.call(
      `/razorpay/return?${new URLSearchParams({
        razorpay_payment_id: 'pay_1',
        razorpay_payment_link_id: 'plink_1',
        razorpay_payment_link_reference_id: ids.order,
        razorpay_payment_link_status: 'paid',
        razorpay_signature: 'right',
        ...part,
      }).toString()}`,
    );

  it('leads to the page of the item, which asks for the outcome', async () => {
    const result = await back();
    expect([result.status, result.headers['location']]).toEqual([
      303,
      '/subscribe?order=paid&token=plink_1',
    ]);
    expect(result.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['the signature is wrong', { razorpay_signature: 'wrong' }],
    ['something is too long', { razorpay_payment_id: 'p'.repeat(65) }],
  ])('leads to a page that asks for the outcome where %s', async (_, part) => {
    const result = await back(part);
    expect([result.status, result.headers['location']]).toEqual([
      303,
      '/hourly-access?order=paid&token=plink_1',
    ]);
    expect(result.headers['set-cookie']).toBeUndefined();
  });

  it('leads to the purchases where it names no order', async () => {
    for (const path of ['', '?razorpay_payment_link_id=%2F%2Fevil.example', '?a=%FF']) {
      const result = await gateway.call(`/razorpay/return${path}`);
      expect([result.status, result.headers['location']]).toEqual([303, '/access']);
    }
  });
});

describe('a webhook', () => {
  it('of Razorpay reaches it with its provider and its signature alone', async () => {
    const headers = { 'content-type': 'application/json', 'x-razorpay-signature': 'ab12' };
    const raw = Buffer.from('{ "event": "payment.captured" }');
    expect((await post('/razorpay/webhook', { raw, headers })).status).toBe(200);
    expect(billing.last(receiveWebhook).request).toEqual({
      provider: 'razorpay',
      headers: { 'x-razorpay-signature': 'ab12' },
      body: raw.toString('base64'),
    });
    const unsigned = await post('/razorpay/webhook', {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect([unsigned.status, unsigned.json()['code']]).toEqual([401, 'INVALID_SIGNATURE']);
  });
});
