import { eventSpy, waitUntil } from '@ctdb/chassis/testing';
import { purchaseEvents } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { errorOf } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const HOUR = 3_600_000;
const shop = new Shop({ RECONCILE_SECONDS: '1' });
const { simulator } = shop;

const capturesOf = async (orderId: string) =>
  (await simulator.ledger()).captures.filter((capture) => capture.orderId === orderId);

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
    const spy = await eventSpy(shop.env, purchaseEvents.paid);
    const holder = newBrowser();
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

  it('takes the money once for 20 captures at a time', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder);
    await simulator.fault({ call: 'captureOrder', kind: 'slowReply', ms: 300 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.capture(id, holder)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await expectPaid(id, holder);
  });

  it('refuses an unknown order', async () => {
    expect((await errorOf(shop.capture('UNKNOWN1', newBrowser()))).code).toBe('NOT_FOUND');
  });

  it('waits for the buyer to agree', async () => {
    const holder = newBrowser();
    const { id } = await shop.order(holder);
    expect((await errorOf(shop.capture(id, holder))).code).toBe('ORDER_NOT_APPROVED');
    expect(await shop.pass(holder)).toBeUndefined();
    await simulator.approve(id);
    await shop.capture(id, holder);
    await expectPaid(id, holder);
  });

  it.each(['decline', 'declineCapture'] as const)(
    'says so when the bank refuses (%s)',
    async (choice) => {
      const holder = newBrowser();
      const id = await shop.approved(holder, choice);
      expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
      expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
      expect(await shop.pass(holder)).toBeUndefined();
      expect((await capturesOf(id)).filter(({ status }) => status === 'COMPLETED')).toEqual([]);
    },
  );

  it('takes another means of payment after a refusal', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder, 'decline');
    expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
    await simulator.approve(id, 'pay');
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
    const holder = newBrowser();
    const id = await shop.approved(holder);
    await simulator.fault({ call: 'captureOrder', kind, times });
    expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED' });
    await expectPaid(id, holder);
  });

  it('reads the order first where a try was lost more than six hours ago', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder);
    await simulator.fault({ call: 'captureOrder', kind: 'lostReply', times: 1 });
    await simulator.fault({ call: 'getOrder', kind: 'error', times: 50 });
    await expect(shop.captureWithin(id, holder, 2_000)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(await shop.stored(id)).toMatchObject({ state: 'capturing' });
    await simulator.advance(7 * HOUR);
    await simulator.noFaults();
    expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED' });
    await expectPaid(id, holder);
  });

  it('is finished by the reconciler alone if the buyer has left', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder);
    await simulator.fault({ call: 'captureOrder', kind: 'lostReply', times: 1 });
    await simulator.fault({ call: 'getOrder', kind: 'error', times: 50 });
    await expect(shop.captureWithin(id, holder, 2_000)).rejects.toThrow('SERVICE_UNAVAILABLE');
    await simulator.noFaults();
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
    const holder = newBrowser();
    const id = await shop.approved(holder);
    await simulator.fault({ call: 'captureOrder', kind: 'altered', capture });
    expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
    await waitUntil(async () => (await shop.stored(id)).state === 'refunded');
    expect((await capturesOf(id)).map(({ status }) => status)).toEqual(['REFUNDED']);
    expect(await shop.pass(holder)).toBeUndefined();
    expect((await shop.stored(id)).grant).toBeUndefined();
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
    const holder = newBrowser();
    const { id, captureId } = await held(holder);
    await simulator.turn(captureId, 'release');
    await waitUntil(async () => (await shop.stored(id)).state === 'paid', 'not paid', 20_000);
    expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED' });
    await expectPaid(id, holder);
  });

  it('gives none if it is denied', async () => {
    const holder = newBrowser();
    const { id, captureId } = await held(holder);
    await simulator.turn(captureId, 'deny');
    await waitUntil(async () => (await shop.stored(id)).state === 'denied', 'not denied', 20_000);
    expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
    expect(await shop.pass(holder)).toBeUndefined();
  });
});
