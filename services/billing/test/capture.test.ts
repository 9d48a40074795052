import { eventSpy, startTestService, waitUntil, type TestService } from '@ctdb/chassis/testing';
import { purchaseEvents, refundOrder } from '@ctdb/contracts';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingModule } from '../src/billing.module.js';
import { newHolder, Shop } from './payments/shop.js';
import { StandIn } from './payments/stand-in.js';
import { billingEnv, errorOf } from './support.js';

const HOUR = 3_600_000;
const standIn = new StandIn();
const env = billingEnv({ ...standIn.env, RECONCILE_SECONDS: '1' });
let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService(BillingModule, env);
  shop = await Shop.open(env, standIn, service);
}, 60_000);

afterEach(() => standIn.noFaults());

const capturesOf = async (orderId: string) =>
  (await standIn.ledger()).captures.filter((capture) => capture.orderId === orderId);

/** One charge of the right order, access from now for an hour, and the books agree. */
const expectPaid = async (id: string, holder: string): Promise<void> => {
  const captures = await capturesOf(id);
  expect(captures.map(({ status }) => status)).toEqual(['COMPLETED']);
  const stored = await shop.stored(id);
  expect(stored).toMatchObject({ state: 'paid', captureId: captures[0]?.id });
  const pass = await shop.pass(holder);
  expect(pass).toMatchObject({ id: stored._id.toHexString(), plan: 'hourly' });
  expect(pass?.expiresAt).toBe(stored.grant?.endsAt.getTime());
};

describe('capturing', () => {
  it('takes the money, hands out an hour and a receipt, and tells of it', async () => {
    const spy = await eventSpy(env, purchaseEvents.paid);
    const holder = newHolder();
    const id = await shop.approved(holder);
    const outcome = await shop.capture(id, holder);
    if (outcome.status !== 'COMPLETED') throw new Error('not completed');
    const { pass, receipt } = outcome;
    expect(Date.parse(pass.expiresAt) - Date.parse(pass.startsAt)).toBe(HOUR);
    expect(receipt).toMatchObject({ item: 'hourly', amount: '9.99', currency: 'USD' });
    expect(receipt.code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    await expectPaid(id, holder);
    const orderId = (await shop.stored(id))._id.toHexString();
    const event = await spy.waitFor(
      purchaseEvents.paid,
      ({ payload }) => payload.orderId === orderId,
    );
    expect(event.payload).toEqual({ orderId, item: 'hourly', amount: '9.99', currency: 'USD' });
    expect(JSON.stringify(event)).not.toMatch(/buyer@|[0-9a-f]{64}/);
  });

  it('answers the same, however often it is asked', async () => {
    const holder = newHolder();
    const id = await shop.approved(holder);
    const first = await shop.capture(id, holder);
    expect(await shop.capture(id, holder)).toEqual(first);
    await expectPaid(id, holder);
  });

  it('takes the money once for 20 captures at a time', async () => {
    const holder = newHolder();
    const id = await shop.approved(holder);
    await standIn.fault({ call: 'captureOrder', kind: 'slowReply', ms: 300 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.capture(id, holder)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await expectPaid(id, holder);
  });

  it("refuses another browser's order, and an unknown order", async () => {
    const holder = newHolder();
    const id = await shop.approved(holder);
    expect((await errorOf(shop.capture(id, newHolder()))).code).toBe('FOREIGN_ORDER');
    expect(await capturesOf(id)).toEqual([]);
    expect((await errorOf(shop.capture('UNKNOWN1', holder))).code).toBe('NOT_FOUND');
    await shop.capture(id, holder);
    expect((await errorOf(shop.capture(id, newHolder()))).code).toBe('FOREIGN_ORDER');
  });

  it('waits for the buyer to agree', async () => {
    const holder = newHolder();
    const { id } = await shop.order(holder);
    expect((await errorOf(shop.capture(id, holder))).code).toBe('ORDER_NOT_APPROVED');
    expect(await shop.pass(holder)).toBeUndefined();
    await standIn.approve(id);
    await shop.capture(id, holder);
    await expectPaid(id, holder);
  });

  it.each(['decline', 'declineCapture'] as const)(
    'says so when the bank refuses (%s)',
    async (choice) => {
      const holder = newHolder();
      const id = await shop.approved(holder, choice);
      expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
      expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
      expect(await shop.pass(holder)).toBeUndefined();
      expect((await capturesOf(id)).filter(({ status }) => status === 'COMPLETED')).toEqual([]);
    },
  );

  it('takes another means of payment after a refusal', async () => {
    const holder = newHolder();
    const id = await shop.approved(holder, 'decline');
    expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
    await standIn.approve(id, 'pay');
    expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED' });
    await expectPaid(id, holder);
  });

  it.each([
    ['lostReply', 1],
    ['errorAfter', 1],
    ['error', 1],
    ['unauthorized', 1],
    ['lostReply', 3],
  ])('finds out by itself what became of it after %s, %d times', async (kind, times) => {
    const holder = newHolder();
    const id = await shop.approved(holder);
    await standIn.fault({ call: 'captureOrder', kind, times });
    expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED' });
    await expectPaid(id, holder);
  });

  it('reads the order first where a try was lost more than six hours ago', async () => {
    const holder = newHolder();
    const id = await shop.approved(holder);
    await standIn.fault({ call: 'captureOrder', kind: 'lostReply', times: 1 });
    await standIn.fault({ call: 'getOrder', kind: 'error', times: 50 });
    await expect(shop.captureWithin(id, holder, 3_000)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(await shop.stored(id)).toMatchObject({ state: 'capturing' });
    await standIn.advance(7 * HOUR);
    await standIn.noFaults();
    expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED' });
    await expectPaid(id, holder);
  });

  it('is finished by the reconciler alone if the buyer has left', async () => {
    const holder = newHolder();
    const id = await shop.approved(holder);
    await standIn.fault({ call: 'captureOrder', kind: 'lostReply', times: 1 });
    await standIn.fault({ call: 'getOrder', kind: 'error', times: 50 });
    await expect(shop.captureWithin(id, holder, 2_500)).rejects.toThrow('SERVICE_UNAVAILABLE');
    await standIn.noFaults();
    await waitUntil(async () => (await shop.stored(id)).state === 'paid', 'not finished', 30_000);
    expect((await capturesOf(id)).map(({ status }) => status)).toEqual(['COMPLETED']);
    expect((await shop.stored(id)).grant).toBeUndefined();
    expect(await shop.pass(holder)).toBeUndefined();
    await shop.capture(id, holder);
    await expectPaid(id, holder);
  }, 40_000);

  it.each([
    [{ value: '0.01' }],
    [{ value: '99.90' }],
    [{ currency: 'EUR' }],
    [{ customId: 'f'.repeat(24) }],
  ])('gives what does not fit the order back: %j', async (capture) => {
    const holder = newHolder();
    const id = await shop.approved(holder);
    await standIn.fault({ call: 'captureOrder', kind: 'altered', capture });
    expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
    await waitUntil(async () => (await shop.stored(id)).state === 'refunded');
    expect((await capturesOf(id)).map(({ status }) => status)).toEqual(['REFUNDED']);
    expect(await shop.pass(holder)).toBeUndefined();
    expect((await shop.stored(id)).grant).toBeUndefined();
  });

  it('gives no second hour for an order whose money went back', async () => {
    const holder = newHolder();
    const { id, purchaseId } = await shop.bought(holder);
    await shop.admin(refundOrder, { id: purchaseId });
    expect((await errorOf(shop.capture(id, holder))).code).toBe('PURCHASE_ENDED');
    expect(await shop.pass(holder)).toBeUndefined();
  });
});

describe('a payment that PayPal holds', () => {
  const held = async (holder: string) => {
    const id = await shop.approved(holder, 'pending');
    expect(await shop.capture(id, holder)).toEqual({ status: 'PENDING' });
    expect(await shop.capture(id, holder)).toEqual({ status: 'PENDING' });
    expect(await shop.pass(holder)).toBeUndefined();
    const { captureId = '' } = await shop.stored(id);
    return { id, captureId };
  };

  it('gives access once it is released', async () => {
    const holder = newHolder();
    const { id, captureId } = await held(holder);
    await standIn.turn(captureId, 'release');
    await waitUntil(async () => (await shop.stored(id)).state === 'paid', 'not paid', 20_000);
    expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED' });
    await expectPaid(id, holder);
  });

  it('gives none if it is denied', async () => {
    const holder = newHolder();
    const { id, captureId } = await held(holder);
    await standIn.turn(captureId, 'deny');
    await waitUntil(async () => (await shop.stored(id)).state === 'denied', 'not denied', 20_000);
    expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
    expect(await shop.pass(holder)).toBeUndefined();
  });
});
