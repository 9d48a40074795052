import { accessKeys, renewBrowserToken, signOutOfAccess } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { BrowserTokenRecord } from '../src/passes/browser-tokens.repository.js';
import { TestBilling } from './support/billing.js';
import { HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';

const GRACE_MS = 30_000;
const billing = new TestBilling();
const { begun, claim, inRedis, ledger, list, redis, restore, resume, statesOf } = billing;
const replacements = () => billing.model<BrowserTokenRecord>(BrowserTokenRecord.name);

const renew = async (holder: string, next: string, isClaimed: boolean): Promise<boolean> =>
  (await billing.buyer(renewBrowserToken, { holder, next, isClaimed })).isRenewed;

/** A browser with a running purchase and a queued one. */
const reader = async () => {
  const { id, browser } = await begun('hourly');
  const queued = await begun('hourly', browser);
  const pass = await inRedis(browser);
  return { browser, next: newBrowser(), ids: [id, queued.id] as const, pass };
};

/** The same, whose next token is in use. */
const replaced = async () => {
  const tokens = await reader();
  await renew(tokens.browser, tokens.next, true);
  expect(await resume(tokens.next)).toEqual(tokens.pass);
  return tokens;
};

/** Moves the first use of a token into the past, as time does. */
const passGrace = async (token: string) => {
  const usedAt = new Date((await ledger.now()) - GRACE_MS - 1);
  await replacements().updateOne({ _id: token, usedAt: { $exists: true } }, { $set: { usedAt } });
};

it('a token that was given access keeps it until the next one is used, which then has it all, with the same times', async () => {
  const { browser, next, ids, pass } = await reader();
  const times = await Promise.all(ids.map(ledger.timesOf));
  expect(await renew(browser, next, true)).toBe(true);
  expect(await resume(browser)).toEqual(pass);
  expect(await inRedis(next)).toBeNull();
  // The requests of a page come together.
  for (const found of await Promise.all([1, 2, 3, 4].map(() => resume(next))))
    expect(found).toEqual(pass);
  expect(await inRedis(next)).toEqual(pass);
  expect(await Promise.all(ids.map(ledger.timesOf))).toEqual(times);
  expect(await statesOf(next)).toEqual({ [ids[0]]: 'running', [ids[1]]: 'queued' });
  const left = await redis.pttl(accessKeys.pass(browser));
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(GRACE_MS);
});

it('a token that was given access stands for the next one for what was on its way, and for nothing later', async () => {
  const { browser, next, pass } = await replaced();
  expect(await claim(browser)).toEqual(pass);
  await passGrace(next);
  expect(await claim(browser)).toBeNull();
  expect(await statesOf(browser)).toEqual({});
  expect(await renew(browser, newBrowser(), true)).toBe(false);
  expect(await resume(next)).toEqual(pass);
  expect(await replacements().countDocuments({ _id: next })).toBe(0);
});

it('a token that was given access gives the next one also what was written under it while it ended', async () => {
  const { browser, next } = await reader();
  await renew(browser, next, true);
  await statesOf(next);
  const { id } = await begun('premium_monthly', browser);
  await passGrace(next);
  expect(await statesOf(next)).toMatchObject({ [id]: 'running' });
  expect((await ledger.find(id)).orderedBy).toBe(next);
});

it('a token that was given access ends for a refund at once, also while it is replaced', async () => {
  const { browser, next, ids } = await replaced();
  for (const id of ids) await ledger.revoke(id);
  expect(await inRedis(next)).toBe('ended');
  expect(typeof (await inRedis(browser))).toBe('string');
});

it('a token before a purchase is replaced, and one with access only as such, and not by itself', async () => {
  expect(await renew(newBrowser(), newBrowser(), false)).toBe(true);
  expect(await renew(newBrowser(), newBrowser(), true)).toBe(false);
  const { browser, next } = await replaced();
  expect(await renew(browser, next, true)).toBe(false);
  const paid = await ledger.paid('hourly');
  const held = await ledger.paid('hourly', newBrowser(), { state: 'pending' });
  for (const one of [next, paid.browser, held.browser])
    expect(await renew(one, newBrowser(), false)).toBe(false);
});

it('a token before a purchase gives its open orders and what is over to the next one', async () => {
  const { id, browser } = await begun('hourly');
  await ledger.shift(id, HOUR);
  const open = await ledger.paid('hourly', browser, { state: 'open' });
  const next = newBrowser();
  expect(await renew(browser, next, false)).toBe(true);
  expect(await statesOf(next)).toEqual({ [id]: 'ended' });
  expect((await ledger.find(open.id)).orderedBy).toBe(next);
});

it('a token before a purchase is replaced where it has just ended, as its successor has the access', async () => {
  const { browser, pass } = await replaced();
  const third = newBrowser();
  expect(await renew(browser, third, false)).toBe(true);
  expect(await resume(third)).toEqual(pass);
});

const signOut = (holder: string) => billing.buyer(signOutOfAccess, { holder });

it('a token that is logged out ends at once, and its buyer restores what it had, with the same times', async () => {
  const running = await begun('premium_yearly');
  const { browser } = running;
  const unclaimed = await ledger.paid('hourly', browser);
  const times = await ledger.timesOf(running.id);
  await signOut(browser);
  expect(await inRedis(browser)).toBe('none');
  for (const ask of [resume, claim]) expect(await ask(browser)).toBeNull();
  expect(await list(browser)).toEqual([]);
  const next = newBrowser();
  expect((await restore(running, next)).pass.plan).toBe('premium');
  expect(await ledger.timesOf(running.id)).toEqual(times);
  expect((await restore(unclaimed, next)).pass.plan).toBe('hourly');
  expect(await resume(browser)).toBeNull();
});

it('a token that is logged out ends with the one that it has just replaced, whichever is used', async () => {
  for (const pick of ['browser', 'next'] as const) {
    const tokens = await replaced();
    await signOut(tokens[pick]);
    for (const token of [tokens.browser, tokens.next]) {
      expect(await inRedis(token)).toBe('none');
      expect(await claim(token)).toBeNull();
    }
  }
});

it('a token that is logged out ends when that is repeated after a crash; an invented one leaves nothing', async () => {
  const { browser } = await begun('hourly');
  const pass = JSON.stringify(await inRedis(browser));
  await signOut(browser);
  await redis.set(accessKeys.pass(browser), pass);
  await signOut(browser);
  expect(await inRedis(browser)).toBe('none');
  const invented = newBrowser();
  await signOut(invented);
  expect(await billing.keys(invented)).toEqual([]);
});
