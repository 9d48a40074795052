import { accessKeys, signOutOfAccess } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { DAY, HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const GRACE_MS = 30_000;
const shop = new Shop();
const { begun, claim, inRedis, ledger, list, redis, renew, restore, resume, statesOf } = shop;

/** A browser with a running purchase and a queued one, and the token that it gets next. */
const reader = async () => {
  const { id, browser } = await begun('hourly');
  const queued = await begun('hourly', browser);
  const [pass, next] = [await inRedis(browser), newBrowser()];
  expect(await renew(browser, next)).toBe(next);
  return { browser, next, ids: [id, queued.id] as const, pass };
};

/** The same, whose next token is in use. */
const replaced = async () => {
  const tokens = await reader();
  expect(await resume(tokens.next)).toEqual(tokens.pass);
  return tokens;
};

it('a token that was given access keeps it until the next one is used, which then has it all, with the same times', async () => {
  const { browser, next, ids, pass } = await reader();
  const times = await Promise.all(ids.map(ledger.timesOf));
  expect(await resume(browser)).toEqual(pass);
  expect(await inRedis(next)).toBeNull();
  // The requests of a page come together.
  for (const found of await Promise.all([1, 2, 3, 4].map(() => resume(next))))
    expect(found).toEqual(pass);
  expect(await inRedis(next)).toEqual(pass);
  expect(await Promise.all(ids.map(ledger.timesOf))).toEqual(times);
  expect(await statesOf(next)).toEqual({ [ids[0]]: 'running', [ids[1]]: 'queued' });
  // Requests that were sent with the former one are answered.
  const left = await redis.pttl(accessKeys.pass(browser));
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(GRACE_MS);
});

it('a former token finishes its own orders, reads nothing, and gets no access code', async () => {
  const browser = newBrowser();
  const bought = await shop.bought({ browser });
  const order = await shop.approved({ browser });
  const next = (await renew(browser)) ?? '';
  expect(await resume(next)).toMatchObject({ id: bought.purchaseId });
  for (const ask of [resume, claim]) expect(await ask(browser)).toBeNull();
  expect(await list(browser)).toEqual([]);
  for (const token of [browser, newBrowser()]) expect(await renew(token)).toBeUndefined();
  for (const { id } of [order, bought]) {
    const outcome = await shop.capture(id, browser);
    expect(outcome.status).toBe('COMPLETED');
    expect(outcome).not.toHaveProperty('accessCode');
  }
  const states = { [bought.purchaseId]: 'running', [order.purchaseId]: 'queued' };
  expect(await statesOf(next)).toEqual(states);
  expect(await shop.capture(order.id, next)).toMatchObject({ accessCode: order.accessCode });
});

const signOut = (browser: string) => shop.buyer(signOutOfAccess, { browser });

it('a token that is logged out ends with the one beside it, also when that is repeated after a crash', async () => {
  const [offered, used] = [await reader(), await replaced()];
  await signOut(offered.browser);
  await signOut(used.next);
  for (const { browser, next } of [offered, used])
    for (const token of [browser, next]) expect(await claim(token)).toBeNull();
  await redis.set(accessKeys.pass(used.next), JSON.stringify(used.pass));
  await signOut(used.next);
  expect(await inRedis(used.next)).toBe('moved');
  const { practice } = await shop.stored((await shop.order(used.next)).id);
  expect(used.pass).not.toMatchObject({ practice: practice.toHexString() });
  // An invented one leaves nothing.
  const invented = newBrowser();
  await signOut(invented);
  expect(await shop.keys(invented)).toEqual([]);
});

it.each([
  [12 * HOUR - 60_000, true],
  [12 * HOUR, false],
])('a browser whose access ended %i ms ago opens its practice: %s', async (ago, isOpen) => {
  const paid = await begun('hourly');
  const { id, browser } = paid;
  await ledger.shift(id, HOUR + ago);
  expect(await resume(browser)).toBeNull();
  expect(await inRedis(browser)).toBe('ended');
  expect(Object.keys(await statesOf(browser))).toEqual(isOpen ? [id] : []);
  // A new hour continues the same patients, or those of another person.
  const { practice } = await shop.stored((await shop.order(browser)).id);
  expect(practice.toHexString() === paid.practice).toBe(isOpen);
  const next = newBrowser();
  await restore(paid, next);
  expect(Object.keys(await statesOf(next))).toEqual([id]);
});

it('a browser whose access ended long ago opens its practice while a payment waits, and twelve hours after a refund', async () => {
  const { id, browser, practice } = await begun('hourly');
  const waiting = await ledger.paid('hourly', browser);
  await ledger.shift(id, 2 * DAY);
  expect(await claim(browser)).toMatchObject({ id: waiting.id, practice });
  const refunded = await begun('premium_monthly');
  await ledger.revoke(refunded.id);
  expect(await statesOf(refunded.browser)).toEqual({ [refunded.id]: 'refunded' });
  const changedAt = new Date((await ledger.now()) - 12 * HOUR);
  await ledger.purchases().updateOne({ _id: refunded.id }, { changedAt });
  expect(await statesOf(refunded.browser)).toEqual({});
});
