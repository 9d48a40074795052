import { listOrders, refundOrder, returnFromOrder, setPrices } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { PurchaseRecoveryService } from '../src/payments/recovery/purchase-recovery.service.js';
import { codeOf, errorOf } from './support/billing.js';
import { DAY, HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop('razorpay');
const { change, simulator, stateOf } = shop;
const email = 'Asha@Example.com';
const refusal = (id: string, browser: string) => codeOf(shop.capture(id, browser));
const isDue = async (id: string) => {
  const due = await shop.service.get(PurchaseRecoveryService).findDue();
  return due.includes((await shop.stored(id))._id.toHexString());
};

it('paying in rupees gives access when the link is paid, and keeps where to write and in which language', async () => {
  const browser = newBrowser();
  const { id } = await shop.order(browser, { email });
  expect(await refusal(id, browser)).toBe('ORDER_NOT_APPROVED');
  await simulator.approve(id);
  const price = { amount: '799.00', currency: 'INR' };
  expect(await shop.capture(id, browser)).toMatchObject({ status: 'COMPLETED', receipt: price });
  const stored = await shop.stored(id);
  const contact = {
    contactEmail: 'asha@example.com',
    payerEmail: 'buyer@example.com',
    locale: 'en',
  };
  expect(stored).toMatchObject({ provider: 'razorpay', ...contact });
  expect(await shop.pass(browser)).toBeDefined();
  const { items } = await shop.admin(listOrders, { page: 1, limit: 1 });
  expect(items).toMatchObject([{ id: stored._id.toHexString(), provider: 'razorpay', ...price }]);
});

it('a refund of too small a rest, or of an unknown one, is refused before it ends the access', async () => {
  const { browser, id, purchaseId, captureId } = await shop.bought();
  const refund = () => errorOf(shop.admin(refundOrder, { id: purchaseId }));
  await simulator.fault({ call: 'getRefunds', kind: 'error', times: 1_000 });
  expect((await refund()).code).toBe('SERVICE_UNAVAILABLE');
  await simulator.noFaults();
  await simulator.refundPart(captureId, '798.50');
  expect(await refund()).toMatchObject({ code: 'NOT_REFUNDABLE', params: { part: 'rest' } });
  expect(await stateOf(id)).toBe('paid');
  expect(await shop.pass(browser)).toBeDefined();
});

it('a buyer who has paid and does not come back is noticed after a minute without a webhook', async () => {
  const { browser, id } = await shop.approved();
  expect(await isDue(id)).toBe(false);
  await change(id, { createdAt: new Date((await shop.ledger.now()) - 60_000) });
  expect(await isDue(id)).toBe(true);
  await shop.recover(id);
  expect(await stateOf(id)).toBe('paid');
  expect(await shop.list(browser)).toMatchObject([{ state: 'unclaimed' }]);
});

it('a buyer who has paid after the order was given up is noticed within a day without a webhook', async () => {
  const browser = newBrowser();
  const { id } = await shop.order(browser);
  const now = await shop.ledger.now();
  await change(id, { createdAt: new Date(now - 6 * HOUR) });
  await shop.recover(id);
  expect(await stateOf(id)).toBe('abandoned');
  expect((await shop.stored(id)).recheckAt?.getTime()).toBeLessThan(now + DAY + HOUR);
  await simulator.approve(id);
  await change(id, { recheckAt: new Date(now) });
  expect(await isDue(id)).toBe(true);
  await shop.recover(id);
  expect((await shop.capture(id, browser)).status).toBe('COMPLETED');
});

it('a buyer who has paid is led back to the page of the item; a forged way leads nowhere', async () => {
  const { id, approveUrl } = await shop.order(newBrowser(), { item: 'professional_yearly' });
  const body = new URLSearchParams({ choice: 'pay', payer: 'asha@okbank' });
  const answer = await fetch(approveUrl, { method: 'POST', body, redirect: 'manual' });
  const { searchParams } = new URL(answer.headers.get('location') ?? '');
  const query = Object.fromEntries(searchParams);
  const back = (part: object = {}, provider: 'paypal' | 'razorpay' = 'razorpay') =>
    shop.buyer(returnFromOrder, { provider, query: { ...query, ...part } });
  expect(await back()).toEqual({ path: `/payment?order=paid&token=${id}` });
  const foreign = back({ razorpay_payment_link_id: 'plink_1' });
  expect(await codeOf(foreign)).toBe('INVALID_SIGNATURE');
  expect(await codeOf(back({}, 'paypal'))).toBe('INVALID_SIGNATURE');
  expect(await stateOf(id)).toBe('open');
});

it.each([true, false])(
  'a second payment is given back, once; a webhook comes: %s',
  async (comes) => {
    const [bought, other] = [await shop.bought(), await shop.bought()];
    const { id, purchaseId, captureId: surplus } = bought;
    const { captureId: counted } = other;
    await change(other.id, { captureId: `pay_of_another_order_${id}` });
    await change(id, { captureId: counted, recheckAt: new Date(0) });
    if (!comes) await shop.recover(id);
    else
      for (const type of ['payment.captured', 'payment_link.paid'])
        await shop.deliver(await shop.webhook(purchaseId, type));
    const { refunds } = await simulator.ledger();
    const own = refunds.filter(({ captureId }) => [surplus, counted].includes(captureId));
    expect(own).toMatchObject([{ captureId: surplus, status: 'COMPLETED', value: '799.00' }]);
    expect(await stateOf(id)).toBe('paid');
  },
);

it('an hour that is paid by UPI without any address is restored by its code alone', async () => {
  const { id, approveUrl, accessCode } = await shop.order(newBrowser());
  const body = new URLSearchParams({ choice: 'pay', payer: 'asha@okbank' });
  await fetch(approveUrl, { method: 'POST', body, redirect: 'manual' });
  await shop.recover(id);
  const { state, contactEmail, payerEmail } = await shop.stored(id);
  expect([state, contactEmail, payerEmail]).toEqual(['paid', undefined, undefined]);
  const next = newBrowser();
  expect((await shop.restore({ accessCode }, next)).pass?.plan).toBe('hourly');
  expect(await shop.pass(next)).toBeDefined();
});

it('a buyer who has left an order gets it again with another key and the next token, and pays once', async () => {
  const browser = newBrowser();
  const first = await shop.order(browser, { email });
  const next = (await shop.renew(browser)) ?? '';
  const { accessCode, ...again } = await shop.order(next, { email: email.toLowerCase() });
  expect(first).toMatchObject(again);
  // Another person may have seen the first one.
  expect(accessCode).not.toBe(first.accessCode);
  await simulator.approve(first.id);
  expect(await codeOf(shop.capture(first.id, browser))).toBe('FOREIGN_ORDER');
  expect((await shop.capture(first.id, next)).status).toBe('COMPLETED');
  // A wish of its own, after the first one is fulfilled.
  expect((await shop.order(next, { email })).id).not.toBe(first.id);
});

it('a buyer who has left an order gets it again while the bank has not answered, and in another language', async () => {
  const { browser, id } = await shop.approved({ choice: 'pending' });
  expect((await shop.capture(id, browser)).status).toBe('PENDING');
  await change(id, { locale: 'kn' });
  expect((await shop.order(browser)).id).toBe(id);
  // Its mails are in that language.
  expect((await shop.stored(id)).locale).toBe('en');
});

it('a buyer who has left an order gets it again at the price of its page, and another one at a new price', async () => {
  const browser = newBrowser();
  const { id } = await shop.order(browser);
  await shop.admin(setPrices, { inrPaise: 89_900 });
  try {
    expect((await shop.order(browser)).id).toBe(id);
    expect(await codeOf(shop.order(newBrowser()))).toBe('PRICE_CHANGED');
    const other = await shop.order(browser, { amount: '899.00' });
    expect(other.id).not.toBe(id);
  } finally {
    await shop.admin(setPrices, { inrPaise: 79_900 });
  }
});

it.each([
  ['another item', { item: 'premium_monthly', email }],
  ['another address', { email: 'other@example.com' }],
  ['another state', { email, buyerState: '27' }],
] as const)('a buyer who has left an order gets another one for %s', async (_, other) => {
  const browser = newBrowser();
  const { id } = await shop.order(browser, { email });
  expect((await shop.order(browser, other)).id).not.toBe(id);
});

it('a buyer who has left an order gets another one when its link has little time left, or in another browser', async () => {
  const browser = newBrowser();
  const { id } = await shop.order(browser);
  expect((await shop.order(newBrowser())).id).not.toBe(id);
  await shop.change(id, { createdAt: new Date((await shop.ledger.now()) - 2.6 * HOUR) });
  expect((await shop.order(browser)).id).not.toBe(id);
});
