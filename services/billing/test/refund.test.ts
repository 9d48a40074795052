import { eventSpy, waitUntil } from '@ctdb/chassis/testing';
import { purchaseEvents, refundOrder } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { errorOf } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop({ RECONCILE_SECONDS: '1', PAYMENT_LEASE_MS: '2000' });
const { simulator } = shop;

const refund = (id: string) => shop.admin(refundOrder, { id });

const refundsOf = async (orderId: string) => {
  const { captures, refunds } = await simulator.ledger();
  const ids = captures.filter((capture) => capture.orderId === orderId).map(({ id }) => id);
  return refunds.filter(({ captureId }) => ids.includes(captureId));
};

describe('refunds', () => {
  it('give the whole amount back, end the access, and tell of it', async () => {
    const spy = await eventSpy(shop.env, purchaseEvents.refunded);
    const holder = newBrowser();
    const { id, purchaseId } = await shop.bought(holder, 'premium_monthly');
    expect(await refund(purchaseId)).toMatchObject({
      id: purchaseId,
      state: 'refunded',
      refundedBy: 'admin',
      amount: '29.99',
    });
    expect(await refundsOf(id)).toMatchObject([{ value: '29.99', status: 'COMPLETED' }]);
    expect(await shop.pass(holder)).toBeUndefined();
    const event = await spy.waitFor(
      purchaseEvents.refunded,
      ({ payload }) => payload.orderId === purchaseId,
    );
    expect(event).toMatchObject({
      actor: { role: 'admin', name: 'admin' },
      payload: { item: 'premium_monthly', amount: '29.99', currency: 'USD' },
    });
  });

  it('happen once, however often and by however many they are asked for', async () => {
    const { id, purchaseId } = await shop.bought(newBrowser());
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(purchaseId)));
    for (const { state } of answers) expect(['refunding', 'refunded']).toContain(state);
    await waitUntil(async () => (await shop.stored(id)).state === 'refunded');
    expect(await refund(purchaseId)).toMatchObject({ state: 'refunded' });
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it.each(['lostReply', 'errorAfter', 'error'])(
    'end the access at once and are finished later after %s',
    async (kind) => {
      const holder = newBrowser();
      const { id, purchaseId } = await shop.bought(holder);
      await simulator.fault({ call: 'refund', kind });
      expect(await refund(purchaseId)).toMatchObject({ state: 'refunding' });
      expect(await shop.pass(holder)).toBeUndefined();
      await waitUntil(async () => (await shop.stored(id)).state === 'refunded', 'stuck', 20_000);
      expect(await refundsOf(id)).toHaveLength(1);
    },
  );

  it('are not repeated where the answer was lost more than six hours ago', async () => {
    const { id, purchaseId } = await shop.bought(newBrowser());
    await simulator.fault({ call: 'refund', kind: 'lostReply' });
    await refund(purchaseId);
    await simulator.advance(7 * 3_600_000);
    await waitUntil(async () => (await shop.stored(id)).state === 'refunded', 'stuck', 20_000);
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it('stay open until PayPal has given the money back', async () => {
    const { id, purchaseId } = await shop.bought(newBrowser());
    await simulator.fault({ call: 'refund', kind: 'pending' });
    expect(await refund(purchaseId)).toMatchObject({ state: 'refunding' });
    const [pending] = await refundsOf(id);
    await simulator.endRefund(pending?.id ?? '', 'complete');
    await waitUntil(async () => (await shop.stored(id)).state === 'refunded', 'stuck', 20_000);
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it('are begun anew when PayPal’s own attempt has failed', async () => {
    const { id, purchaseId } = await shop.bought(newBrowser());
    await simulator.fault({ call: 'refund', kind: 'pending' });
    expect(await refund(purchaseId)).toMatchObject({ state: 'refunding' });
    const [pending] = await refundsOf(id);
    await simulator.endRefund(pending?.id ?? '', 'fail');
    await waitUntil(async () => (await shop.stored(id)).state === 'refunded', 'stuck', 20_000);
    expect((await refundsOf(id)).map(({ status }) => status).sort()).toEqual([
      'COMPLETED',
      'FAILED',
    ]);
  });

  it('are for administrators, and for what was paid', async () => {
    const { purchaseId } = await shop.bought(newBrowser());
    const asBuyer = shop.buyer(refundOrder, { id: purchaseId });
    expect((await errorOf(asBuyer)).code).toBe('FORBIDDEN');
    const open = await shop.order(newBrowser());
    const { _id } = await shop.stored(open.id);
    expect((await errorOf(refund(_id.toHexString()))).code).toBe('NOT_REFUNDABLE');
    expect((await errorOf(refund('0'.repeat(24)))).code).toBe('NOT_FOUND');
    const buyer = newBrowser();
    const held = await shop.approved(buyer, 'pending');
    expect(await shop.capture(held, buyer)).toEqual({ status: 'PENDING' });
    const { _id: pendingId } = await shop.stored(held);
    expect((await errorOf(refund(pendingId.toHexString()))).code).toBe('NOT_REFUNDABLE');
  });
});
