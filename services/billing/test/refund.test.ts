import { eventSpy, startTestService, waitUntil, type TestService } from '@ctdb/chassis/testing';
import { purchaseEvents, refundOrder } from '@ctdb/contracts';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingModule } from '../src/billing.module.js';
import { newHolder, Shop } from './payments/shop.js';
import { StandIn } from './payments/stand-in.js';
import { billingEnv, errorOf } from './support.js';

const standIn = new StandIn();
const env = billingEnv({ ...standIn.env, RECONCILE_SECONDS: '1', PAYMENT_LEASE_MS: '2000' });
let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService(BillingModule, env);
  shop = await Shop.open(env, standIn, service);
}, 60_000);

afterEach(() => standIn.noFaults());

const refund = (id: string) => shop.admin(refundOrder, { id });

const refundsOf = async (orderId: string) => {
  const { captures, refunds } = await standIn.ledger();
  const ids = captures.filter((capture) => capture.orderId === orderId).map(({ id }) => id);
  return refunds.filter(({ captureId }) => ids.includes(captureId));
};

describe('refunds', () => {
  it('give the whole amount back, end the access, and tell of it', async () => {
    const spy = await eventSpy(env, purchaseEvents.refunded);
    const holder = newHolder();
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
    const { id, purchaseId } = await shop.bought(newHolder());
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(purchaseId)));
    for (const { state } of answers) expect(['refunding', 'refunded']).toContain(state);
    await waitUntil(async () => (await shop.stored(id)).state === 'refunded');
    expect(await refund(purchaseId)).toMatchObject({ state: 'refunded' });
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it.each(['lostReply', 'errorAfter', 'error'])(
    'end the access at once and are finished later after %s',
    async (kind) => {
      const holder = newHolder();
      const { id, purchaseId } = await shop.bought(holder);
      await standIn.fault({ call: 'refund', kind });
      expect(await refund(purchaseId)).toMatchObject({ state: 'refunding' });
      expect(await shop.pass(holder)).toBeUndefined();
      await waitUntil(async () => (await shop.stored(id)).state === 'refunded', 'stuck', 20_000);
      expect(await refundsOf(id)).toHaveLength(1);
    },
  );

  it('are not repeated where the answer was lost more than six hours ago', async () => {
    const { id, purchaseId } = await shop.bought(newHolder());
    await standIn.fault({ call: 'refund', kind: 'lostReply' });
    await refund(purchaseId);
    await standIn.advance(7 * 3_600_000);
    await waitUntil(async () => (await shop.stored(id)).state === 'refunded', 'stuck', 20_000);
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it('stay open until PayPal has given the money back', async () => {
    const { id, purchaseId } = await shop.bought(newHolder());
    await standIn.fault({ call: 'refund', kind: 'pending' });
    expect(await refund(purchaseId)).toMatchObject({ state: 'refunding' });
    const [pending] = await refundsOf(id);
    await standIn.endRefund(pending?.id ?? '', 'complete');
    await waitUntil(async () => (await shop.stored(id)).state === 'refunded', 'stuck', 20_000);
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it('are begun anew when PayPal’s own attempt has failed', async () => {
    const { id, purchaseId } = await shop.bought(newHolder());
    await standIn.fault({ call: 'refund', kind: 'pending' });
    expect(await refund(purchaseId)).toMatchObject({ state: 'refunding' });
    const [pending] = await refundsOf(id);
    await standIn.endRefund(pending?.id ?? '', 'fail');
    await waitUntil(async () => (await shop.stored(id)).state === 'refunded', 'stuck', 20_000);
    expect((await refundsOf(id)).map(({ status }) => status).sort()).toEqual([
      'COMPLETED',
      'FAILED',
    ]);
  });

  it('move forward what was queued behind', async () => {
    const holder = newHolder();
    const first = await shop.bought(holder);
    const second = await shop.bought(holder);
    const queued = (await shop.stored(second.id)).grant;
    expect(queued?.startsAt).toEqual((await shop.stored(first.id)).grant?.endsAt);
    await refund(first.purchaseId);
    const moved = (await shop.stored(second.id)).grant;
    expect(moved?.startsAt.getTime()).toBeLessThan(queued?.startsAt.getTime() ?? 0);
    expect(await shop.pass(holder)).toMatchObject({ id: second.purchaseId });
  });

  it('are for administrators, and for what was paid', async () => {
    const { purchaseId } = await shop.bought(newHolder());
    const asBuyer = shop.buyer(refundOrder, { id: purchaseId });
    expect((await errorOf(asBuyer)).code).toBe('FORBIDDEN');
    const open = await shop.order(newHolder());
    const { _id } = await shop.stored(open.id);
    expect((await errorOf(refund(_id.toHexString()))).code).toBe('NOT_REFUNDABLE');
    expect((await errorOf(refund('0'.repeat(24)))).code).toBe('NOT_FOUND');
    const buyer = newHolder();
    const held = await shop.approved(buyer, 'pending');
    expect(await shop.capture(held, buyer)).toEqual({ status: 'PENDING' });
    const { _id: pendingId } = await shop.stored(held);
    expect((await errorOf(refund(pendingId.toHexString()))).code).toBe('NOT_REFUNDABLE');
  });
});
