import { eventSpy, type EventSpy } from '@ctdb/chassis/testing';
import {
  listOrders,
  purchaseEvents,
  requestRefund,
  requestRefundByReceipt,
  restoreAccess,
} from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf, freshAddress } from './support/billing.js';
import { Desk } from './support/desk.js';
import { newBrowser } from './support/ledger.js';

const DAY = 86_400_000;
const desk = new Desk();
let spy: EventSpy;

beforeAll(async () => {
  spy = await eventSpy(desk.env, purchaseEvents.refundRequested);
}, 60_000);

const ask = (id: string, holder: string) => desk.buyer(requestRefund, { id, holder });
const refusal = async (id: string, holder: string) => (await errorOf(ask(id, holder))).code;
const requestsOf = (id: string) =>
  spy.of(purchaseEvents.refundRequested).filter(({ payload }) => payload.orderId === id);

describe('asking for the money back', () => {
  it('is stored once, with its time, and published once', async () => {
    const { id, browser } = await desk.ledger.paid('premium_yearly');
    await desk.ledger.activate(id);
    const [listed] = await desk.list(browser);
    const { paidAt } = await desk.ledger.find(id);
    expect(listed?.refundableUntil).toBe(
      new Date((paidAt?.getTime() ?? NaN) + 30 * DAY).toISOString(),
    );
    const before = await desk.ledger.now();
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(id, browser)));
    const [answer] = answers;
    expect(answer).toMatchObject({ id, state: 'running', pass: { plan: 'premium' } });
    expect(Date.parse(answer?.refundRequestedAt ?? '')).toBeGreaterThanOrEqual(before);
    expect(answer).not.toHaveProperty('refundableUntil');
    for (const other of answers) expect(other.refundRequestedAt).toBe(answer?.refundRequestedAt);
    expect(await ask(id, browser)).toEqual(answer);
    await spy.waitFor(purchaseEvents.refundRequested, ({ payload }) => payload.orderId === id);
    expect(requestsOf(id)).toHaveLength(1);
    expect(requestsOf(id)[0]?.payload).toEqual({ orderId: id, item: 'premium_yearly' });
    // Access goes on until an administrator gives the money back.
    expect(await desk.inRedis(browser)).toMatchObject({ id });
  });

  it('is possible for 30 days from the payment', async () => {
    const now = await desk.ledger.now();
    const browser = newBrowser();
    const paidAt = (milliseconds: number) => ({ paidAt: new Date(now - 30 * DAY + milliseconds) });
    const inTime = await desk.ledger.paid('professional_yearly', browser, paidAt(60_000));
    const late = await desk.ledger.paid('professional_yearly', browser, paidAt(0));
    expect(await ask(inTime.id, browser)).toMatchObject({ state: 'unclaimed' });
    expect(await refusal(late.id, browser)).toBe('NOT_REFUNDABLE');
  });

  it('is for plans, and for what is paid', async () => {
    const browser = newBrowser();
    const hourly = await desk.ledger.paid('hourly', browser);
    await desk.ledger.activate(hourly.id);
    expect(await refusal(hourly.id, browser)).toBe('NOT_REFUNDABLE');
    for (const state of ['pending', 'refunding', 'refunded'] as const) {
      const { id } = await desk.ledger.paid('premium_monthly', browser, { state });
      expect(await refusal(id, browser)).toBe('NOT_REFUNDABLE');
    }
    for (const { refundableUntil } of await desk.list(browser))
      expect(refundableUntil).toBe(undefined);
  });

  it('is for the browser that holds it', async () => {
    const { id, browser, receiptCode, email } = await desk.ledger.paid('premium_monthly');
    expect(await refusal('f'.repeat(24), browser)).toBe('NOT_FOUND');
    const next = newBrowser();
    const address = freshAddress();
    await desk.buyer(restoreAccess, { receiptCode, email, holder: next, address });
    expect(await refusal(id, browser)).toBe('NOT_FOUND');
    expect(requestsOf(id)).toEqual([]);
    expect(await ask(id, next)).toMatchObject({ id, state: 'running' });
  });

  it('is for the payer in any browser, who knows receipt code and e-mail', async () => {
    const askBy = (receiptCode: string, email: string, address = freshAddress()) =>
      desk.buyer(requestRefundByReceipt, { receiptCode, email, address });
    const { id, receiptCode, email } = await desk.ledger.paid('premium_yearly');
    const unknown = await errorOf(askBy('0000-0000-0000-0000', email));
    const foreign = await errorOf(askBy(receiptCode, 'someone@example.com'));
    for (const { code, params } of [unknown, foreign])
      expect({ code, params }).toEqual({ code: 'NOT_FOUND', params: { kind: 'receipt' } });
    const asked = await askBy(receiptCode.toLowerCase(), email.toUpperCase());
    expect(asked).toMatchObject({ id, state: 'unclaimed', refundRequestedAt: expect.any(String) });
    expect(await askBy(receiptCode, email)).toEqual(asked);
    await spy.waitFor(purchaseEvents.refundRequested, ({ payload }) => payload.orderId === id);
    expect(requestsOf(id)).toHaveLength(1);

    const hourly = await desk.ledger.paid('hourly');
    const refused = await errorOf(askBy(hourly.receiptCode, hourly.email));
    expect(refused.code).toBe('NOT_REFUNDABLE');
    const address = freshAddress();
    for (let tries = 0; tries < 30; tries += 1)
      await errorOf(askBy(receiptCode, 'someone@example.com', address));
    expect((await errorOf(askBy(receiptCode, email, address))).code).toBe('TOO_MANY_TRIES');
  });

  it.each([{ id: 'x' }, { id: { $ne: null } }, { id: 'f'.repeat(24), extra: 1 }])(
    'is refused for %j',
    async (faulty) => {
      const request = { holder: newBrowser(), ...faulty } as { id: string; holder: string };
      expect((await errorOf(desk.buyer(requestRefund, request))).code).toBe('VALIDATION_FAILED');
    },
  );
});

describe('the list of orders', () => {
  it('begins with who waits for an answer longest, on every page, and can be these alone', async () => {
    await desk.ledger.purchases.deleteMany({});
    const paid = (seconds: number, more = {}) => {
      const createdAt = new Date(Date.now() - 10_000 + seconds * 1_000);
      return desk.ledger.paid('premium_yearly', newBrowser(), { createdAt, ...more });
    };
    const refundRequestedAt = new Date();
    const { id: second } = await paid(1, { refundRequestedAt });
    const { id: first } = await paid(2, { refundRequestedAt: new Date(Date.now() - 5_000) });
    const { id: oldest } = await paid(3);
    const { id: answered } = await paid(4, { refundRequestedAt, state: 'refunded' });
    const { id: newest } = await paid(5);
    const list = async (page: number, limit: number, refundRequested?: 'true' | 'false') => {
      const request = { page, limit, ...(refundRequested && { refundRequested }) };
      const { items, total } = await desk.admin(listOrders, request);
      return [items.map(({ id }) => id), total];
    };
    const all = [first, second, newest, answered, oldest];
    expect(await list(1, 10)).toEqual([all, 5]);
    expect(await list(1, 10, 'false')).toEqual([all, 5]);
    const pages = [all.slice(0, 1), all.slice(1, 2), all.slice(2, 3)];
    for (const [at, page] of pages.entries()) expect(await list(at + 1, 1)).toEqual([page, 5]);
    expect(await list(2, 3)).toEqual([all.slice(3), 5]);
    expect(await list(3, 3)).toEqual([[], 5]);
    expect(await list(1, 10, 'true')).toEqual([[first, second], 2]);
    expect(await list(2, 1, 'true')).toEqual([[second], 2]);
  });
});
