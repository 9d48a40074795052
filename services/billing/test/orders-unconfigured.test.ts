import {
  admin,
  anonymous,
  type RpcCaller,
  rpcCallers,
  startTestService,
} from '@ctdb/chassis/testing';
import {
  captureOrder,
  createOrder,
  getCheckout,
  getPaymentMode,
  receiveWebhook,
  refundOrder,
} from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { BillingModule } from '../src/billing.module.js';
import { billingEnv, errorOf } from './support/billing.js';
import { newBrowser } from './support/ledger.js';

const env = billingEnv();
delete process.env['PAYPAL_CLIENT_ID'];
delete process.env['PAYPAL_CLIENT_SECRET'];
let buyer: RpcCaller;
let administrator: RpcCaller;

beforeAll(async () => {
  await startTestService(BillingModule, env);
  const as = await rpcCallers(env);
  buyer = as(anonymous);
  administrator = as(admin());
}, 60_000);

describe('without a payment provider', () => {
  it('the payment mode is off', async () => {
    expect(await buyer(getPaymentMode, {})).toEqual({ mode: 'off' });
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
      buyer(getCheckout, {}),
      buyer(createOrder, { ...price, holder, returnOrigin: 'http://localhost:8080' }),
      buyer(captureOrder, { id: 'ORDER1', holder }),
      buyer(receiveWebhook, { headers, body: Buffer.from('{}').toString('base64') }),
      administrator(refundOrder, { id: '0'.repeat(24) }),
    ];
    for (const error of await Promise.all(calls.map(errorOf)))
      expect(error.code).toBe('PAYMENTS_NOT_CONFIGURED');
  });
});
