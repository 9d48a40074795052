import {
  captureOrder,
  createOrder,
  getCheckout,
  getPaymentMode,
  receiveWebhook,
  refundOrder,
  sendAccessLink,
} from '@ctdb/contracts';
import { waitUntil } from '@ctdb/chassis/testing';
import { describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PurchaseRecord } from '../src/purchases/purchase.record.js';
import { RedisClock } from '../src/redis-clock.js';
import { billingEnv, errorOf, TestBilling } from './support/billing.js';
import { newBrowser } from './support/ledger.js';

const billing = new TestBilling(billingEnv({ RECONCILE_SECONDS: '1' }));
delete process.env['PAYPAL_CLIENT_ID'];
delete process.env['PAYPAL_CLIENT_SECRET'];

describe('without a payment provider', () => {
  it('the payment mode is off', async () => {
    expect(await billing.buyer(getPaymentMode, {})).toEqual({ mode: 'off', mail: false });
  });

  it('every call that needs them says so', async () => {
    const holder = newBrowser();
    const price = { amount: '9.99', currency: 'USD', intent: 'CAPTURE' };
    const headers = {
      'paypal-transmission-id': 'x',
      'paypal-transmission-time': 'x',
      'paypal-transmission-sig': 'x',
      'paypal-cert-url': 'x',
      'paypal-auth-algo': 'x',
    };
    const calls = [
      billing.buyer(getCheckout, {}),
      billing.buyer(createOrder, { ...price, holder, returnOrigin: 'http://localhost:8080' }),
      billing.buyer(captureOrder, { id: 'ORDER1', holder }),
      billing.buyer(receiveWebhook, { headers, body: Buffer.from('{}').toString('base64') }),
      billing.admin(refundOrder, { id: '0'.repeat(24) }),
    ];
    for (const error of await Promise.all(calls.map(errorOf)))
      expect(error.code).toBe('PAYMENTS_NOT_CONFIGURED');
  });
});

it('an order of a provider that was removed ends, and is read again if it comes back', async () => {
  const purchases = billing.service.get<Model<PurchaseRecord>>(getModelToken(PurchaseRecord.name));
  const now = await billing.service.get(RedisClock).now();
  const create = async (hours: number) => {
    const createdAt = new Date(now - hours * 3_600_000);
    const { _id } = await purchases.create({
      item: 'hourly',
      amountMinor: 79_900,
      currency: 'INR',
      provider: 'razorpay',
      state: 'open',
      orderedBy: newBrowser(),
      commandId: 'key',
      providerOrderId: `plink_${hours}`,
      createdAt,
      changedAt: createdAt,
    });
    return () => purchases.findById(_id).lean();
  };
  const [old, young] = [await create(7), await create(5)];
  await waitUntil(async () => (await old())?.state === 'abandoned', 'it does not end');
  expect((await old())?.recheckAt?.getTime()).toBeGreaterThan(now);
  expect((await young())?.state).toBe('open');
});

it('sends no link without a mail server, and says so', async () => {
  const error = await errorOf(billing.buyer(sendAccessLink, { email: 'asha@example.com' }));
  expect(error.code).toBe('MAIL_NOT_CONFIGURED');
});
