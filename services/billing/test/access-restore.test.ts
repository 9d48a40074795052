import { purchaseEvents } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { codeOf, errorOf, expectSameTime, freshAddress, TestBilling } from './support/billing.js';
import { DAY, HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';

const billing = new TestBilling();
const { begun, claim, inRedis, ledger, redis, restore, resume } = billing;

const other = { email: 'someone@example.com' };
const invented = { receiptCode: '0000-0000-0000-0000' };
const movesOf = (id: string) => billing.eventsAbout(purchaseEvents.moved, id);

it('a restore moves what runs with its times; the old browser loses it at once', async () => {
  const paid = await begun('hourly');
  const before = await inRedis(paid.browser);
  const [start, end] = await ledger.timesOf(paid.id);
  const browser = newBrowser();
  expect(await resume(browser)).toBeNull();
  const restored = await restore(paid, browser);
  const { pass, receipt } = restored;
  const times = [start, end].map((time) => new Date(time).toISOString());
  expect(pass).toEqual({ plan: 'hourly', startsAt: times[0], expiresAt: times[1] });
  expect(receipt).toMatchObject({ code: paid.receiptCode, item: 'hourly', amount: '9.99' });
  // The same id: what was entered under it stays its own.
  expect(await inRedis(browser)).toEqual(before);
  expect(await inRedis(paid.browser)).toBe('moved');
  expect(await claim(paid.browser)).toBeNull();
  expect(await billing.list(paid.browser)).toEqual([]);
  expect(await billing.statesOf(browser)).toEqual({ [paid.id]: 'running' });
  const row = await ledger.find(paid.id);
  expect(row).toMatchObject({ due: [], orderedBy: paid.browser });
  expect(row.grant).not.toHaveProperty('from');
  // It is published once, and a repeated restore changes nothing.
  expect(await restore(paid, browser)).toEqual(restored);
  expect(await restore(paid, paid.browser)).toEqual(restored);
  await billing.events.waitFor(purchaseEvents.moved, () => movesOf(paid.id).length === 2);
  expect(movesOf(paid.id)[0]?.payload).toEqual({ orderId: paid.id, item: 'hourly' });
  expect([await inRedis(browser), await inRedis(paid.browser)]).toEqual(['moved', before]);
});

it('a restore holds what it says it has moved, though the old browser begins it at the same moment', async () => {
  const race = async () => {
    const paid = await ledger.paid('hourly');
    const browser = newBrowser();
    await Promise.all([claim(paid.browser), restore(paid, browser)]);
    return (await billing.statesOf(browser))[paid.id];
  };
  const raced = await Promise.all(Array.from({ length: 8 }, race));
  expect(raced).toEqual(raced.map(() => 'running'));
});

it('a restore begins what no browser has begun; the code is taken as people type it', async () => {
  const paid = await ledger.paid('hourly');
  const receiptCode = ` ${paid.receiptCode.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`;
  const browser = newBrowser();
  const before = await ledger.now();
  const typed = { receiptCode, email: ` ${paid.email.toUpperCase()} ` };
  const { pass, receipt } = await restore(typed, browser);
  expect(receipt.code).toBe(paid.receiptCode);
  const times = [Date.parse(pass.startsAt), Date.parse(pass.expiresAt)];
  expect(times[0]).toBeGreaterThanOrEqual(before);
  expect(await inRedis(browser)).toMatchObject({ id: paid.id });
  expect(await claim(paid.browser)).toBeNull();
  expect(await ledger.timesOf(paid.id)).toEqual(times);
});

it('a restore queues anew what has not begun, and adds to what the browser has', async () => {
  const { browser: old } = await begun('hourly');
  const queued = await begun('hourly', old);
  const mine = await begun('premium_monthly');
  const { pass } = await restore(queued, mine.browser);
  expect(Math.abs(Date.parse(pass.startsAt) - (await ledger.now()))).toBeLessThan(30_000);
  expect(await inRedis(mine.browser)).toMatchObject({ plan: 'professional' });
  const { pass: next } = await restore(await begun('hourly', old), mine.browser);
  expect(next.startsAt).toBe(pass.expiresAt);
});

it('a restore to many browsers at once leaves it with one of them', async () => {
  const paid = await begun('hourly');
  const browsers = Array.from({ length: 6 }, newBrowser);
  const answers = await Promise.all(browsers.map((browser) => restore(paid, browser)));
  expect(new Set(answers.map(({ pass }) => pass.expiresAt)).size).toBe(1);
  const holder = (await ledger.find(paid.id)).grant?.holder;
  expect(browsers).toContain(holder);
  for (const browser of [paid.browser, ...browsers]) {
    const expected = browser === holder ? expect.objectContaining({ id: paid.id }) : 'moved';
    expect(await inRedis(browser)).toEqual(expected);
  }
});

it('a restore is refused for an address that was typed on our page, beside a verified payer’s', async () => {
  const contactEmail = 'asha@gmial.example';
  const paid = await begun('premium_monthly', newBrowser(), { contactEmail });
  expect(await codeOf(restore({ ...paid, email: contactEmail }))).toBe('NOT_FOUND');
  expect((await restore(paid)).pass.plan).toBe('premium');
});

it('a restore is refused in the same words and time for an unknown code and another payer', async () => {
  const paid = await begun('hourly');
  const attempt = (wrong: { email?: string; receiptCode?: string }) => async () => {
    // Every try comes from an address of its own, so that none has to wait.
    const { code, params } = await errorOf(restore({ ...paid, ...wrong }));
    expect({ code, params }).toEqual({ code: 'NOT_FOUND', params: { kind: 'receipt' } });
  };
  await expectSameTime(attempt(other), attempt(invented), 3);
  expect(await inRedis(paid.browser)).toMatchObject({ id: paid.id });
  for (const receiptCode of ['$where', '\ud800', 'a\u0000b'])
    expect(await codeOf(restore({ receiptCode, email: 'undefined' }))).toBe('NOT_FOUND');
});

it('a restore is refused for what is over, refunded or was never begun in time', async () => {
  const over = await begun('hourly');
  await ledger.shift(over.id, HOUR);
  const refunded = await begun('premium_yearly');
  await ledger.refund(refunded.id);
  const paidAt = new Date((await ledger.now()) - 30 * DAY);
  const forfeited = await ledger.paid('hourly', newBrowser(), { paidAt });
  for (const paid of [over, refunded, forfeited]) {
    expect(await codeOf(restore(paid))).toBe('PURCHASE_ENDED');
    expect(await codeOf(restore({ ...paid, ...other }))).toBe('NOT_FOUND');
  }
});

it('a restore is refused after thirty tries from one address, whatever the codes are', async () => {
  const paid = await begun('hourly');
  for (const wrong of [other, invented]) {
    const address = freshAddress();
    const attempt = () => codeOf(restore({ ...paid, ...wrong }, newBrowser(), address));
    const codes = await Promise.all(Array.from({ length: 30 }, attempt));
    expect(codes).toEqual(codes.map(() => 'NOT_FOUND'));
    const held = await errorOf(restore(paid, newBrowser(), address));
    expect(held.code).toBe('TOO_MANY_TRIES');
    expect(held.params).toEqual({ retryAfter: expect.any(Number) });
  }
  // Elsewhere the payer is let through.
  expect((await restore(paid)).pass.plan).toBe('hourly');
});

it('a restore is refused after a hundred tries of one code, from whatever addresses', async () => {
  const paid = await begun('hourly');
  const wrong = () => codeOf(restore({ ...paid, ...other }));
  const codes = await Promise.all(Array.from({ length: 100 }, wrong));
  expect(codes).toEqual(codes.map(() => 'NOT_FOUND'));
  expect(await wrong()).toBe('TOO_MANY_TRIES');
});

it('a restore is refused and an invented code leaves one small key for its address, for a quarter of an hour', async () => {
  const before = await billing.keys();
  expect(await codeOf(restore({ ...invented, ...other }))).toBe('NOT_FOUND');
  // The queues write keys of their own meanwhile.
  const [key = '', ...more] = (await billing.keys()).filter(
    (each) => each.startsWith('tries:') && !before.includes(each),
  );
  expect(more).toEqual([]);
  expect(await redis.pttl(key)).toBeLessThanOrEqual(900_000);
  // 65,000 addresses: 10 MB.
  expect(await redis.memory('USAGE', key)).toBeLessThan(160);
});
