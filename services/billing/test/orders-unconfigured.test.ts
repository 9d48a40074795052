import {
  captureOrder,
  createOrder,
  getCheckout,
  getPaymentMode,
  receiveWebhook,
  refundOrder,
  sendAccessLink,
  sendForgottenLink,
} from '@ctdb/contracts';
import { waitUntil } from '@ctdb/chassis/testing';
import { expect, it } from 'vitest';
import { billingEnv, codeOf, TestBilling } from './support/billing.js';
import { HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';

const billing = new TestBilling(billingEnv({ RECONCILE_SECONDS: '1' }));
delete process.env['PAYPAL_CLIENT_ID'];
delete process.env['PAYPAL_CLIENT_SECRET'];

it('without a provider or a mail server every call that needs them says so', async () => {
  expect(await billing.buyer(getPaymentMode, {})).toEqual({ mode: 'off', mail: false });
  const browser = newBrowser();
  const price = { amount: '9.99', currency: 'USD', intent: 'CAPTURE' };
  const calls = [
    billing.buyer(getCheckout, {}),
    billing.buyer(createOrder, { ...price, browser, returnOrigin: 'http://localhost:8080' }),
    billing.buyer(captureOrder, { id: 'ORDER1', browser }),
    billing.buyer(receiveWebhook, { headers: {}, body: Buffer.from('{}').toString('base64') }),
    billing.admin(refundOrder, { id: '0'.repeat(24) }),
  ];
  for (const code of await Promise.all(calls.map(codeOf)))
    expect(code).toBe('PAYMENTS_NOT_CONFIGURED');
  for (const link of [
    billing.buyer(sendAccessLink, { email: 'asha@example.com' }),
    billing.buyer(sendForgottenLink, { account: 'admin' }),
    billing.buyer(sendForgottenLink, { account: 'unknown' }),
  ])
    expect(await codeOf(link)).toBe('MAIL_NOT_CONFIGURED');
});

it('an order of a provider that was removed ends, and is read again if it comes back', async () => {
  const { purchases, now, paid } = billing.ledger;
  const begin = await now();
  const create = async (hours: number) => {
    const createdAt = new Date(begin - hours * HOUR);
    const open = { provider: 'razorpay', state: 'open', createdAt, changedAt: createdAt } as const;
    const unpaid = { captureId: undefined, paidAt: undefined };
    const { id } = await paid('hourly', newBrowser(), { ...open, ...unpaid });
    return () => purchases().findById(id).lean();
  };
  const [old, young] = [await create(7), await create(5)];
  await waitUntil(async () => (await old())?.state === 'abandoned', 'it does not end');
  expect((await old())?.recheckAt?.getTime()).toBeGreaterThan(begin);
  expect((await young())?.state).toBe('open');
});
