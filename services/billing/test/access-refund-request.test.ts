import { listOrders, purchaseEvents, requestRefund, requestRefundByCode } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { codeOf, freshAddress, TestBilling } from './support/billing.js';
import { DAY } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';

const billing = new TestBilling();
const { ledger } = billing;

const ask = (orderId: string, browser: string) =>
  billing.buyer(requestRefund, { orderId, browser });
const requestsOf = (id: string) => billing.eventsAbout(purchaseEvents.refundRequested, id);
const waitForRequest = (id: string) => billing.eventAbout(purchaseEvents.refundRequested, id);

it('asking for the money back is stored once, with its time, and published once', async () => {
  const { id, browser } = await billing.begun('premium_yearly');
  const [listed] = await billing.list(browser);
  const until = Number((await ledger.find(id)).paidAt) + 30 * DAY;
  expect(listed?.refundableUntil).toBe(new Date(until).toISOString());
  const before = await ledger.now();
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(id, browser)));
  const [answer] = answers;
  expect(answer).toMatchObject({ id, state: 'running', pass: { plan: 'premium' } });
  expect(Date.parse(answer?.refundRequestedAt ?? '')).toBeGreaterThanOrEqual(before);
  expect(answer).not.toHaveProperty('refundableUntil');
  for (const other of answers) expect(other.refundRequestedAt).toBe(answer?.refundRequestedAt);
  expect(await ask(id, browser)).toEqual(answer);
  const { payload } = await waitForRequest(id);
  expect(payload).toEqual({ orderId: id, item: 'premium_yearly' });
  expect(requestsOf(id)).toHaveLength(1);
  // The access stays until an administrator refunds it.
  expect(await billing.inRedis(browser)).toMatchObject({ id });
});

it('asking for the money back is possible for 30 days from the payment, for plans, and for what is paid', async () => {
  const now = await ledger.now();
  const browser = newBrowser();
  const paidAt = (milliseconds: number) => ({ paidAt: new Date(now - 30 * DAY + milliseconds) });
  const inTime = await ledger.paid('professional_yearly', browser, paidAt(60_000));
  expect(await ask(inTime.id, browser)).toMatchObject({ state: 'unclaimed' });
  const refused = [
    await ledger.paid('professional_yearly', browser, paidAt(0)),
    await billing.begun('hourly', browser),
  ];
  for (const state of ['pending', 'refunding', 'refunded'] as const)
    refused.push(await ledger.paid('premium_monthly', browser, { state }));
  for (const { id } of refused) expect(await codeOf(ask(id, browser))).toBe('NOT_REFUNDABLE');
  for (const { refundableUntil } of await billing.list(browser))
    expect(refundableUntil).toBe(undefined);
});

it('asking for the money back is possible in any browser by access code, and in no other without', async () => {
  const askBy = (accessCode: string) =>
    billing.buyer(requestRefundByCode, { accessCode, address: freshAddress() });
  const { id, accessCode } = await ledger.paid('premium_yearly');
  expect(await codeOf(askBy('0000-0000-0000-0000'))).toBe('NOT_FOUND');
  expect(await codeOf(ask(id, newBrowser()))).toBe('NOT_FOUND');
  const asked = await askBy(accessCode.toLowerCase());
  expect(asked).toMatchObject({ id, state: 'unclaimed', refundRequestedAt: expect.any(String) });
  expect(await askBy(accessCode)).toEqual(asked);
  await waitForRequest(id);
  expect(requestsOf(id)).toHaveLength(1);
  expect(await codeOf(askBy((await ledger.paid('hourly')).accessCode))).toBe('NOT_REFUNDABLE');
});

it('the list of orders begins with who waits for an answer longest, on every page, and can be these alone', async () => {
  await ledger.purchases().deleteMany({});
  const paid = async (seconds: number, more = {}) => {
    const createdAt = new Date(Date.now() - 10_000 + seconds * 1_000);
    return (await ledger.paid('premium_yearly', newBrowser(), { createdAt, ...more })).id;
  };
  const refundRequestedAt = new Date();
  const second = await paid(1, { refundRequestedAt });
  const first = await paid(2, { refundRequestedAt: new Date(Date.now() - 5_000) });
  const oldest = await paid(3);
  const answered = await paid(4, { refundRequestedAt, state: 'refunded' });
  const newest = await paid(5);
  const list = async (page: number, limit: number, refundRequested?: 'true' | 'false') => {
    const request = { page, limit, ...(refundRequested && { refundRequested }) };
    const { items, total } = await billing.admin(listOrders, request);
    // Neither hashes of tokens nor access codes.
    expect(JSON.stringify(items)).not.toMatch(/[0-9a-f]{64}|accessCode/);
    return [items.map(({ id }) => id), total];
  };
  const all = [first, second, newest, answered, oldest];
  expect(await list(1, 10)).toEqual([all, 5]);
  expect(await list(1, 10, 'false')).toEqual([all, 5]);
  for (const at of [0, 1, 2]) expect(await list(at + 1, 1)).toEqual([[all[at]], 5]);
  expect(await list(2, 3)).toEqual([all.slice(3), 5]);
  expect(await list(3, 3)).toEqual([[], 5]);
  expect(await list(1, 10, 'true')).toEqual([[first, second], 2]);
  expect(await list(2, 1, 'true')).toEqual([[second], 2]);
});
