import { startTestService, type TestService } from '@ctdb/chassis/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { BillingModule } from '../src/billing.module.js';
import { PAYMENT_PROVIDER, type PaymentProvider } from '../src/provider/payment-provider.js';
import { captureLogs } from './captured-logs.js';
import { newHolder, Shop } from './payments/shop.js';
import { StandIn } from './payments/stand-in.js';
import { billingEnv } from './support.js';

const standIn = new StandIn();
const env = billingEnv({ ...standIn.env, LOG_LEVEL: 'info', RECONCILE_SECONDS: '3600' });
const logs = captureLogs();

let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService(BillingModule, env);
  shop = await Shop.open(env, standIn, service);
}, 60_000);

const complaints = () => logs.lines().filter(({ event }) => event === 'payment-reversed');

it('a payment that PayPal reverses and still calls paid is logged for an operator, a refunded one is not', async () => {
  // The stand-in takes nothing back by itself; that its messages are signed has tests of its own.
  const provider = service.get<PaymentProvider>(PAYMENT_PROVIDER);
  const reversed = async (orderId: string) => {
    const type = 'PAYMENT.CAPTURE.REVERSED';
    const event = { id: `R-${orderId}`, type, orderId };
    provider.readEvent = () =>
      Promise.resolve({ ...event, providerOrderId: undefined, captureId: undefined });
    const unread = {
      'paypal-transmission-id': '',
      'paypal-transmission-time': '',
      'paypal-transmission-sig': '',
      'paypal-cert-url': '',
      'paypal-auth-algo': '',
    };
    await shop.deliver({ headers: unread, body: 'unread' });
  };

  const refunded = await shop.bought(newHolder());
  await standIn.turn((await shop.stored(refunded.id)).captureId ?? '', 'refund');
  await reversed(refunded.purchaseId);
  expect((await shop.stored(refunded.id)).state).toBe('refunded');
  expect(complaints()).toEqual([]);

  const paid = await shop.bought(newHolder());
  await reversed(paid.purchaseId);
  expect((await shop.stored(paid.id)).state).toBe('paid');
  expect(complaints()).toMatchObject([{ orderId: paid.purchaseId }]);
});
