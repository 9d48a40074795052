import { captureOrder, listOrders, refundOrder, returnFromOrder } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { PurchaseRecoveryService } from '../src/payments/purchase-recovery.service.js';
import { codeOf, errorOf } from './support/billing.js';
import { DAY, HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop('razorpay');
const { change, simulator, stateOf } = shop;
const email = 'Asha@Example.com';
const refusal = (id: string, holder: string) => codeOf(shop.capture(id, holder));
const isDue = async (id: string) => {
  const due = await shop.service.get(PurchaseRecoveryService).findDue();
  return due.includes((await shop.stored(id))._id.toHexString());
};

describe('paying in rupees', () => {
  it('gives access when the link is paid, and keeps where to write and in which language', async () => {
    const holder = newBrowser();
    const { id } = await shop.order(holder, { email });
    expect(await refusal(id, holder)).toBe('ORDER_NOT_APPROVED');
    await simulator.approve(id);
    const price = { amount: '799.00', currency: 'INR' };
    expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED', receipt: price });
    const stored = await shop.stored(id);
    expect(stored).toMatchObject({
      provider: 'razorpay',
      contactEmail: 'asha@example.com',
      locale: 'en',
      payerEmail: 'asha@example.com',
      isPayerUnverified: true,
    });
    expect(await shop.pass(holder)).toBeDefined();
    const { items } = await shop.admin(listOrders, { page: 1, limit: 1 });
    expect(items).toMatchObject([{ id: stored._id.toHexString(), provider: 'razorpay', ...price }]);
  });

  it.each([
    ['release', 'paid'],
    ['deny', 'open'],
  ] as const)('is pending until the bank answers: %s, %s', async (outcome, state) => {
    const holder = newBrowser();
    const id = await shop.approved(holder, 'pending');
    expect((await shop.capture(id, holder)).status).toBe('PENDING');
    await simulator.turn((await shop.stored(id)).captureId ?? '', outcome);
    await shop.recover(id);
    expect(await stateOf(id)).toBe(state);
    if (state === 'paid') return;
    // The buyer may try again.
    expect(await refusal(id, holder)).toBe('PAYMENT_DECLINED');
    await simulator.approve(id);
    expect((await shop.capture(id, holder)).status).toBe('COMPLETED');
  });

  it('of something else is given back without access', async () => {
    const holder = newBrowser();
    const capture = { value: '1.00', currency: 'USD', customId: '0'.repeat(24) };
    await simulator.fault({ call: 'captureOrder', kind: 'altered', capture });
    const id = await shop.approved(holder);
    expect(await refusal(id, holder)).toBe('PAYMENT_DECLINED');
    await shop.recover(id);
    expect(await stateOf(id)).toBe('refunded');
    expect(await shop.pass(holder)).toBeUndefined();
    const whole = [{ status: 'COMPLETED', value: '1.00' }];
    expect(await shop.refundsOf(id)).toMatchObject(whole);
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
  expect(await stateOf(id)).toBe('paid');
  expect(await shop.pass(holder)).toBeDefined();
});

describe('a buyer who has paid', () => {
  it('and does not come back is noticed after a minute without a webhook', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder);
    expect(await isDue(id)).toBe(false);
    await change(id, { createdAt: new Date((await shop.ledger.now()) - 60_000) });
    expect(await isDue(id)).toBe(true);
    await shop.recover(id);
    expect(await stateOf(id)).toBe('paid');
    expect(await shop.list(holder)).toMatchObject([{ state: 'unclaimed' }]);
  });

  it('after the order was given up is noticed within a day without a webhook', async () => {
    const holder = newBrowser();
    const { id } = await shop.order(holder);
    const now = await shop.ledger.now();
    await change(id, { createdAt: new Date(now - 6 * HOUR) });
    await shop.recover(id);
    expect(await stateOf(id)).toBe('abandoned');
    expect((await shop.stored(id)).recheckAt?.getTime()).toBeLessThan(now + DAY + HOUR);
    await simulator.approve(id);
    await change(id, { recheckAt: new Date(now) });
    expect(await isDue(id)).toBe(true);
    await shop.recover(id);
    expect((await shop.capture(id, holder)).status).toBe('COMPLETED');
  });

  it('is led back to the page of the item; a forged way leads nowhere', async () => {
    const { id, approveUrl } = await shop.order(newBrowser(), { item: 'professional_yearly' });
    const body = new URLSearchParams({ choice: 'pay', vpa: 'asha@okbank' });
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
    const stranger = shop.buyer(captureOrder, { id, holder: newBrowser() });
    expect(await codeOf(stranger)).toBe('FOREIGN_ORDER');
  });
});

describe('webhooks', () => {
  const webhookOf = async (id: string, type: string, forge?: string) =>
    shop.webhook((await shop.stored(id))._id.toHexString(), type, forge);

  it('settle a payment once, doubled and shuffled', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder);
    const types = ['payment_link.paid', 'payment.captured', 'payment_link.paid'];
    const events = await Promise.all(types.map((type) => webhookOf(id, type)));
    await Promise.all(events.map((event) => shop.deliver(event)));
    const { state, receiptCode, changedAt } = await shop.stored(id);
    expect(state).toBe('paid');
    for (const event of events) await shop.deliver(event);
    expect(await shop.stored(id)).toMatchObject({ state, receiptCode, changedAt });
    expect((await shop.capture(id, holder)).status).toBe('COMPLETED');
  });

  it('change nothing where forged', async () => {
    const id = await shop.approved(newBrowser());
    const forged = shop.deliver(await webhookOf(id, 'payment_link.paid', 'body'));
    expect(await codeOf(forged)).toBe('INVALID_SIGNATURE');
    expect(await stateOf(id)).toBe('open');
  });

  it.each([true, false])(
    'give back what was paid beside the payment that counts, once; arriving: %s',
    async (arrives) => {
      const [{ id }, other] = [await shop.bought(newBrowser()), await shop.bought(newBrowser())];
      const { captureId: surplus } = await shop.stored(id);
      const { captureId: counted } = await shop.stored(other.id);
      await change(other.id, { captureId: `pay_of_another_order_${id}` });
      await change(id, { captureId: counted, recheckAt: new Date(0) });
      if (!arrives) await shop.recover(id);
      else
        for (const type of ['payment.captured', 'payment_link.paid'])
          await shop.deliver(await webhookOf(id, type));
      const { refunds } = await simulator.ledger();
      const own = refunds.filter(({ captureId }) => [surplus, counted].includes(captureId));
      const whole = { captureId: surplus, status: 'COMPLETED', value: '799.00' };
      expect(own).toMatchObject([whole]);
      expect(await stateOf(id)).toBe('paid');
    },
  );
});
