import { purchaseEvents } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { codeOf } from './support/billing.js';
import { HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop();
const { capturesOf, simulator, stateOf } = shop;
const refusal = (id: string, holder: string) => codeOf(shop.capture(id, holder));

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

/** A capture whose outcome is lost, of which nothing can be read either. */
const lost = async (holder: string): Promise<string> => {
  const id = await shop.approved(holder);
  await simulator.fault({ call: 'captureOrder', kind: 'lostReply', times: 1 });
  await simulator.fault({ call: 'getOrder', kind: 'error', times: 50 });
  const outcome = shop.captureWithin(id, holder, 2_000);
  expect(await codeOf(outcome)).toBe('SERVICE_UNAVAILABLE');
  expect(await stateOf(id)).toBe('capturing');
  return id;
};

describe('capturing', () => {
  it('takes the money, hands out an hour and a receipt, and tells of it', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder);
    const outcome = await shop.capture(id, holder);
    if (outcome.status !== 'COMPLETED') throw new Error('not completed');
    const { pass, receipt } = outcome;
    expect(Date.parse(pass.expiresAt) - Date.parse(pass.startsAt)).toBe(HOUR);
    const price = { item: 'hourly', amount: '9.99', currency: 'USD' };
    expect(receipt).toMatchObject(price);
    expect(receipt.code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    await expectPaid(id, holder);
    const orderId = (await shop.stored(id))._id.toHexString();
    const event = await shop.events.waitFor(
      purchaseEvents.paid,
      ({ payload }) => payload.orderId === orderId,
    );
    expect(event.payload).toEqual({ orderId, ...price });
    expect(JSON.stringify(event)).not.toMatch(/buyer@|[0-9a-f]{64}/);
  });

  it('takes the money once for twelve captures at a time', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder);
    await simulator.fault({ call: 'captureOrder', kind: 'slowReply', ms: 100 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.capture(id, holder)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await expectPaid(id, holder);
  });

  it('waits for the buyer to agree, and knows no other order', async () => {
    const holder = newBrowser();
    expect(await refusal('UNKNOWN1', holder)).toBe('NOT_FOUND');
    const { id } = await shop.order(holder);
    expect(await refusal(id, holder)).toBe('ORDER_NOT_APPROVED');
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
      expect(await refusal(id, holder)).toBe('PAYMENT_DECLINED');
      expect(await refusal(id, holder)).toBe('PAYMENT_DECLINED');
      expect(await shop.pass(holder)).toBeUndefined();
      expect((await capturesOf(id)).map(({ status }) => status)).not.toContain('COMPLETED');
      if (choice === 'declineCapture') return;
      // The buyer takes another means of payment.
      await simulator.approve(id, 'pay');
      expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED' });
      await expectPaid(id, holder);
    },
  );

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
    const id = await lost(holder);
    await simulator.advance(7 * HOUR);
    await simulator.noFaults();
    expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED' });
    await expectPaid(id, holder);
  });

  it('is finished by the reconciler alone if the buyer has left', async () => {
    const holder = newBrowser();
    const id = await lost(holder);
    await simulator.noFaults();
    await shop.recover(id);
    expect(await shop.stored(id)).toMatchObject({ state: 'paid' });
    expect((await capturesOf(id)).map(({ status }) => status)).toEqual(['COMPLETED']);
    expect((await shop.stored(id)).grant).toBeUndefined();
    expect(await shop.pass(holder)).toBeUndefined();
    await shop.capture(id, holder);
    await expectPaid(id, holder);
  });

  it.each([{ value: '0.01' }, { currency: 'EUR' }, { customId: 'f'.repeat(24) }])(
    'gives what does not fit the order back: %j',
    async (capture) => {
      const holder = newBrowser();
      const id = await shop.approved(holder);
      await simulator.fault({ call: 'captureOrder', kind: 'altered', capture });
      expect(await refusal(id, holder)).toBe('PAYMENT_DECLINED');
      await shop.recover(id);
      expect(await stateOf(id)).toBe('refunded');
      expect((await capturesOf(id)).map(({ status }) => status)).toEqual(['REFUNDED']);
      expect(await shop.pass(holder)).toBeUndefined();
      expect((await shop.stored(id)).grant).toBeUndefined();
    },
  );

  it.each([
    ['release', 'paid'],
    ['deny', 'denied'],
  ] as const)('of a payment that PayPal holds: %s, %s', async (outcome, state) => {
    const holder = newBrowser();
    const id = await shop.approved(holder, 'pending');
    expect(await shop.capture(id, holder)).toEqual({ status: 'PENDING' });
    expect(await shop.capture(id, holder)).toEqual({ status: 'PENDING' });
    expect(await shop.pass(holder)).toBeUndefined();
    await simulator.turn((await shop.stored(id)).captureId ?? '', outcome);
    await shop.recover(id);
    expect(await stateOf(id)).toBe(state);
    if (state === 'denied') {
      expect(await refusal(id, holder)).toBe('PAYMENT_DECLINED');
      expect(await shop.pass(holder)).toBeUndefined();
      return;
    }
    expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED' });
    await expectPaid(id, holder);
  });
});
