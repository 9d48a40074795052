import { must } from '../../report.ts';
import { until } from '../../until.ts';
import { Visitor } from '../http/visitor.ts';
import { refused } from '../problems.ts';
import { questionOf } from '../tour.ts';
import type { World } from '../world.ts';
import { bought } from './buying.ts';

const SOON_MS = 30_000;

/** Changes the price, sees the change, and sets it back. */
export async function prices({ tour, admin, anonymous }: World): Promise<string> {
  const before = await tour.call(anonymous, 'getPricing');
  const body = { usd_hourly: '12.49', inr_hourly: 999 };
  try {
    const set = await tour.call(admin, 'setPricing', { body });
    must(set.usd_hourly === '12.49' && set.inr_hourly === '999', JSON.stringify(set));
    const [change] = await tour.call(admin, 'listPriceChanges');
    must(change?.after.usdCents === 1_249, JSON.stringify(change));
    const order = { amount: before.usd_hourly, currency: 'USD', intent: 'CAPTURE' };
    const old = questionOf('createOrder', { body: order });
    await refused(new Visitor('late'), old, { status: 409, code: 'PRICE_CHANGED' });
    const rupees = questionOf('createOrder', {
      body: { ...order, amount: '999', currency: 'INR' },
    });
    const code = 'CURRENCY_NOT_SUPPORTED';
    await refused(new Visitor('rupees'), rupees, { status: 409, code });
  } finally {
    await tour.call(admin, 'setPricing', { body: before });
  }
  return `${before.usd_hourly} USD, ${before.inr_hourly} INR`;
}

/** A plan's buyer asks for the money back; with it the access goes. */
export async function refund(world: World): Promise<string> {
  const { tour, admin } = world;
  const buyer = new Visitor('refunded');
  await bought(world, buyer, 'professional_monthly');
  const [purchase] = await tour.call(buyer, 'listPurchases');
  must(purchase?.state === 'running', JSON.stringify(purchase));
  await tour.call(buyer, 'listDiseases', { query: { limit: '1' } });
  const asked = await tour.call(buyer, 'requestRefund', { body: { id: purchase.id } });
  must(asked.refundRequestedAt !== undefined, JSON.stringify(asked));
  const orders = await tour.call(admin, 'listOrders', { query: { limit: '100' } });
  const order = orders.find(({ id }) => id === purchase.id);
  must(order?.state === 'paid' && order.refundRequestedAt !== undefined, JSON.stringify(order));
  const params = { id: order.id };
  await tour.call(admin, 'refundOrder', { params });
  await until('the money is back', SOON_MS, async () => {
    const [now] = await tour.call(buyer, 'listPurchases');
    return now?.state === 'refunded' || undefined;
  });
  const read = questionOf('listDiseases', {});
  await refused(buyer, read, { status: 401, code: 'ACCESS_REQUIRED' });
  return `${order.amount} ${order.currency}`;
}

/**
 * A payment that PayPal holds: the webhook that the stand-in signs brings its release, and the access
 * begins. Only the stand-in's own machine can release it: whoever starts this does so there.
 */
export async function webhook(world: World): Promise<string> {
  const { tour, anonymous } = world;
  const buyer = new Visitor('held');
  await bought(world, buyer, 'hourly', 'pending');
  await until('the webhook brings the release', SOON_MS, async () => {
    const { role } = await tour.call(buyer, 'getSession');
    return role === 'pass' || undefined;
  });
  tour.note('receiveWebhook', {});
  const forged = {
    method: 'POST',
    path: '/paypal/webhook',
    headers: {
      'content-type': 'application/json',
      'paypal-transmission-id': 'forged',
      'paypal-transmission-time': new Date().toISOString(),
      'paypal-transmission-sig': 'Zm9yZ2Vk',
      'paypal-cert-url': 'http://127.0.0.1/v1/notifications/certs/forged',
      'paypal-auth-algo': 'SHA256withRSA',
    },
    body: '{"id":"WH-FORGED","event_type":"PAYMENT.CAPTURE.COMPLETED"}',
  };
  const refusal = { status: 401, code: 'INVALID_SIGNATURE' } as const;
  await refused(anonymous, forged, refusal);
  await refused(anonymous, { ...forged, body: '' }, refusal);
  return 'a genuine one is followed, a forged one refused';
}

/** A receipt moves the access to another browser; the one that had it has none. */
export async function moved(world: World): Promise<string> {
  const { tour } = world;
  const [first, second] = [new Visitor('first'), new Visitor('second')];
  const { outcome, email } = await bought(world, first, 'hourly');
  must(outcome.status === 'COMPLETED', outcome.status);
  const body = { receiptCode: outcome.receipt.code, email };
  const stranger = questionOf('restoreAccess', { body: { ...body, email: 'other@example.com' } });
  await refused(new Visitor('thief'), stranger, { status: 404, code: 'NOT_FOUND' });
  const { pass } = await tour.call(second, 'restoreAccess', { body });
  must(pass.expiresAt === outcome.pass.expiresAt, 'the hour is longer than it was');
  await tour.call(second, 'listDiseases', { query: { limit: '1' } });
  const read = questionOf('listDiseases', {});
  await refused(first, read, { status: 401, code: 'ACCESS_REQUIRED' });
  return 'by code and e-mail';
}

/** What is not approved, or was ordered by another browser, is not captured. */
export async function captures(world: World): Promise<string> {
  const { tour, hour } = world;
  const { charge } = await tour.call(hour, 'getCheckout');
  const body = { amount: charge.items.hourly, currency: charge.currency, intent: 'CAPTURE' };
  const buyer = new Visitor('undecided');
  const { id } = await tour.call(buyer, 'createOrder', { body });
  const capture = questionOf('captureOrder', { params: { id } });
  await refused(buyer, capture, { status: 409, code: 'ORDER_NOT_APPROVED' });
  await refused(hour, capture, { status: 403, code: 'FOREIGN_ORDER' });
  return 'not approved: 409, of another browser: 403';
}
