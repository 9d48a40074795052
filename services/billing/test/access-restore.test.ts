import { changeAccess, checkAccessCode, issueAccessCode, purchaseEvents } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { codeOf, errorOf, expectSameTime, freshAddress, TestBilling } from './support/billing.js';
import { DAY, HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';

const billing = new TestBilling();
const { begun, claim, inRedis, ledger, list, redis, restore, resume, reveal, statesOf } = billing;

const email = 'someone@example.com';
const invented = { accessCode: '0000-0000-0000-0000' };
/** A code that an earlier version has mailed: it can be tried with wrong addresses. */
const mailed = () => begun('hourly', newBrowser(), { isCodeMailed: true });

it('a restore moves what runs and what waits together, with their times; the old browser loses them at once', async () => {
  const running = await begun('hourly');
  const old = running.browser;
  const queued = await begun('hourly', old);
  const times = () => Promise.all([running, queued].map(({ id }) => ledger.timesOf(id)));
  const [pass, before] = [await inRedis(old), await times()];
  const next = newBrowser();
  const restored = await restore(queued, next);
  const [startsAt, expiresAt] = (before[1] ?? []).map((time) => new Date(time).toISOString());
  expect(restored).toMatchObject({ id: queued.id, pass: { plan: 'hourly', startsAt, expiresAt } });
  expect(await inRedis(old)).toBe('moved');
  expect(await claim(old)).toBeNull();
  expect(await list(old)).toEqual([]);
  expect(await resume(next)).toEqual(pass);
  expect(await statesOf(next)).toEqual({ [running.id]: 'running', [queued.id]: 'queued' });
  expect(await times()).toEqual(before);
  // The answer may be lost: the same request changes nothing.
  expect(await restore(queued, next)).toEqual(restored);
  expect(await resume(next)).toEqual(pass);
});

it('a restore begins what no browser has begun; the code is taken as people type it', async () => {
  const paid = await ledger.paid('hourly');
  const accessCode = ` ${paid.accessCode.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`;
  const next = newBrowser();
  expect((await restore({ accessCode }, next)).pass?.plan).toBe('hourly');
  expect(await inRedis(next)).toMatchObject({ id: paid.id });
});

it('a restore asks before it replaces other access of the browser, which its own code opens elsewhere', async () => {
  const [mine, other] = [await begun('premium_monthly'), await begun('hourly')];
  const { browser } = mine;
  const check = { accessCode: other.accessCode, browser, address: freshAddress() };
  const { purchase, replaces } = await billing.buyer(checkAccessCode, check);
  expect([purchase.id, replaces?.id]).toEqual([other.id, mine.id]);
  const { code, params } = await errorOf(restore(other, newBrowser(), { browser }));
  expect({ code, params }).toEqual({
    code: 'PRACTICE_OPEN',
    params: { item: 'premium_monthly', paidAt: replaces?.paidAt },
  });
  // Nothing has moved.
  for (const one of [mine, other]) expect(await inRedis(one.browser)).toMatchObject({ id: one.id });
  const [next, elsewhere] = [newBrowser(), newBrowser()];
  await restore(other, next, { browser, replace: true });
  for (const one of [mine, other]) expect(await inRedis(one.browser)).toBe('moved');
  await restore(mine, elsewhere);
  expect(await statesOf(elsewhere)).toEqual({ [mine.id]: 'running' });
  expect(await statesOf(next)).toEqual({ [other.id]: 'running' });
  // Its own code asks nothing.
  await restore(mine, newBrowser(), { browser: elsewhere });
});

it('a restore by the code of what is over, refunded or forfeited opens the practice, without access', async () => {
  const over = await begun('hourly');
  await ledger.shift(over.id, 30 * DAY);
  const refunded = await begun('premium_yearly');
  await ledger.revoke(refunded.id);
  await ledger.purchases().updateOne({ _id: refunded.id }, { changedAt: new Date(0) });
  const paidAt = new Date((await ledger.now()) - 30 * DAY);
  const forfeited = await ledger.paid('hourly', newBrowser(), { paidAt });
  for (const paid of [over, refunded, forfeited]) {
    const next = newBrowser();
    expect((await restore(paid, next)).pass).toBeUndefined();
    expect(await resume(next)).toBeNull();
    expect((await list(next)).map(({ id }) => id)).toEqual([paid.id]);
  }
});

it('an access code is hidden in the list, shown while it gives access, and made anew by an administrator', async () => {
  const { id, browser, accessCode } = await begun('hourly');
  const [listed] = await list(browser);
  expect(listed?.accessCode).toBe(`····-····-····-${accessCode.slice(-4)}`);
  expect(await reveal(id, browser)).toBe(accessCode);
  const { accessCode: issued } = await billing.admin(issueAccessCode, { id });
  const isNoticed = async () => (await list(browser))[0]?.codeIssuedAt !== undefined;
  // The page of the payment shows it without a click.
  expect(await reveal(`O-${id}`, browser)).toBe(issued);
  expect(await isNoticed()).toBe(true);
  expect(await reveal(id, browser)).toBe(issued);
  expect(await isNoticed()).toBe(false);
  await ledger.shift(id, HOUR);
  expect(await codeOf(reveal(id, browser))).toBe('PURCHASE_ENDED');
  expect(await codeOf(restore({ accessCode }))).toBe('NOT_FOUND');
  expect((await restore({ accessCode: issued })).id).toBe(id);
  const { payload } = await billing.eventAbout(purchaseEvents.codeIssued, id);
  expect(payload).toEqual({ orderId: id, item: 'hourly' });
});

it('an access code that was mailed once needs an address of its order, where one is known, until there are new codes', async () => {
  const contactEmail = 'typed@example.com';
  const paid = await begun('premium_monthly', newBrowser(), { contactEmail, isCodeMailed: true });
  expect(await codeOf(restore(paid))).toBe('ADDRESS_REQUIRED');
  const browser = newBrowser();
  await restore(paid, newBrowser(), { email: ` ${contactEmail.toUpperCase()} ` });
  await restore(paid, browser, { email: paid.email });
  const change = { browser, kind: 'newCodes' } as const;
  expect(await codeOf(billing.buyer(changeAccess, change))).toBe('ADDRESS_TOO_EARLY');
  await billing.practices().updateOne({ _id: paid.practice }, { $unset: { movedAt: 1 } });
  await billing.buyer(changeAccess, change);
  expect(await codeOf(restore(paid, newBrowser(), { email: paid.email }))).toBe('NOT_FOUND');
  expect((await restore({ accessCode: await reveal(paid.id, browser) })).id).toBe(paid.id);
  const none = { payerEmail: undefined, isCodeMailed: true };
  const unknown = await begun('hourly', newBrowser(), none);
  expect((await restore(unknown)).id).toBe(unknown.id);
});

it('a restore is refused in the same words and time for an unknown code and another address; unpaid orders have none', async () => {
  const paid = await mailed();
  const attempt = (code: object) => async () => {
    // Every try comes from an address of its own, so that none has to wait.
    const { code: answer, params } = await errorOf(
      restore({ ...paid, ...code }, newBrowser(), { email }),
    );
    expect({ answer, params }).toEqual({ answer: 'NOT_FOUND', params: { kind: 'accessCode' } });
  };
  await expectSameTime(attempt({}), attempt(invented), 3);
  expect(await inRedis(paid.browser)).toMatchObject({ id: paid.id });
  const open = await ledger.paid('hourly', newBrowser(), { state: 'open', paidAt: undefined });
  for (const accessCode of ['$where', '\ud800', 'a\u0000b', open.accessCode])
    expect(await codeOf(restore({ accessCode }))).toBe('NOT_FOUND');
});

it('a restore is refused after thirty tries from one address, whatever the codes are', async () => {
  const paid = await begun('hourly');
  for (const wrong of [invented, await mailed()]) {
    const address = freshAddress();
    const attempt = () => codeOf(restore(wrong, newBrowser(), { email, address }));
    const codes = await Promise.all(Array.from({ length: 30 }, attempt));
    expect(codes).toEqual(codes.map(() => 'NOT_FOUND'));
    const held = await errorOf(restore(paid, newBrowser(), { address }));
    expect(held.code).toBe('TOO_MANY_TRIES');
    expect(held.params).toEqual({ retryAfter: expect.any(Number) });
  }
  // Elsewhere the payer is let through.
  expect((await restore(paid)).pass?.plan).toBe('hourly');
});

it('a restore is refused after a hundred tries of one code, from whatever addresses', async () => {
  const paid = await mailed();
  const wrong = () => codeOf(restore(paid, newBrowser(), { email }));
  const codes = await Promise.all(Array.from({ length: 100 }, wrong));
  expect(codes).toEqual(codes.map(() => 'NOT_FOUND'));
  expect(await wrong()).toBe('TOO_MANY_TRIES');
});

it('a restore is refused and an invented code leaves one small key for its address, for a quarter of an hour', async () => {
  const before = await billing.keys();
  expect(await codeOf(restore(invented))).toBe('NOT_FOUND');
  // The queues write keys of their own meanwhile.
  const [key = '', ...more] = (await billing.keys()).filter(
    (each) => each.startsWith('tries:') && !before.includes(each),
  );
  expect(more).toEqual([]);
  expect(await redis.pttl(key)).toBeLessThanOrEqual(900_000);
  // 65,000 addresses: 10 MB.
  expect(await redis.memory('USAGE', key)).toBeLessThan(160);
});
