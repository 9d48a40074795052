import { eventSpy, type EventSpy } from '@ctdb/chassis/testing';
import {
  accessKeys,
  claimPasses,
  NO_ACTIVE_PASS,
  purchaseEvents,
  getActivePass,
} from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { openDesk, type Desk } from './passes.fixture.js';
import { newBrowser } from './purchases.fixture.js';
import { billingEnv, errorOf } from './support.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const env = billingEnv({ RECONCILE_SECONDS: '3600' });
let desk: Desk;
let spy: EventSpy;

beforeAll(async () => {
  spy = await eventSpy(env, purchaseEvents.activated);
  desk = await openDesk(env);
}, 60_000);

describe('a pass', () => {
  it('begins once, and lasts exactly 3,600 seconds of the time of Redis', async () => {
    const { claim, inRedis, ledger, passes, redis } = desk;
    const { id, browser } = await ledger.paid('hourly');
    const before = await ledger.now();
    const begun = await passes.begin(id);
    const after = await ledger.now();
    expect(begun.plan).toBe('hourly');
    expect(begun.startsAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(begun.startsAt.getTime()).toBeLessThanOrEqual(after);
    expect(begun.expiresAt.getTime() - begun.startsAt.getTime()).toBe(HOUR);
    const end = begun.expiresAt.getTime();
    expect(await inRedis(browser)).toEqual({ id, plan: 'hourly', expiresAt: end, until: end });
    expect(await redis.pexpiretime(accessKeys.pass(browser))).toBe(end);
    expect(await passes.begin(id)).toEqual(begun);
    expect(await claim(browser)).toEqual(await inRedis(browser));
    const event = await spy.waitFor(
      purchaseEvents.activated,
      ({ payload }) => payload.orderId === id,
    );
    expect(event.payload).toEqual({
      orderId: id,
      item: 'hourly',
      startsAt: begun.startsAt.toISOString(),
      endsAt: begun.expiresAt.toISOString(),
    });
    expect(
      spy.of(purchaseEvents.activated).filter(({ payload }) => payload.orderId === id),
    ).toHaveLength(1);
    expect((await ledger.find(id)).due).toEqual([]);
  });

  it('is there in second 3,599, and gone in second 3,600', async () => {
    const { claim, inRedis, ledger, passes, redis, resume, statesOf } = desk;
    const { id, browser } = await ledger.paid('hourly');
    await passes.begin(id);
    await ledger.shift(id, HOUR - 1_000);
    const [, end] = await ledger.timesOf(id);
    expect(await resume(browser)).toMatchObject({ id, expiresAt: end });
    expect(await redis.pexpiretime(accessKeys.pass(browser))).toBe(end);
    // Redis itself ends it, to the millisecond: in the last one it still stands.
    let seen = 0;
    for (let at = await ledger.now(); (await redis.exists(accessKeys.pass(browser))) === 1;) {
      seen = at;
      at = await ledger.now();
    }
    expect(seen).toBeGreaterThan(end - 900);
    expect(seen).toBeLessThanOrEqual(end);
    expect(await ledger.now()).toBeGreaterThanOrEqual(end);
    expect(await resume(browser)).toBeNull();
    expect(await claim(browser)).toBeNull();
    expect(await inRedis(browser)).toBe(NO_ACTIVE_PASS);
    expect(await statesOf(browser)).toEqual({ [id]: 'ended' });
  });

  it('comes back with the same end when Redis has lost it', async () => {
    const { emptyRedis, inRedis, ledger, passes, resume } = desk;
    const bought = await Promise.all([
      ledger.paid('hourly'),
      ledger.paid('premium_monthly'),
      ledger.paid('professional_yearly'),
    ]);
    for (const { id } of bought) await passes.begin(id);
    const before = await Promise.all(bought.map(({ browser }) => inRedis(browser)));
    await emptyRedis();
    expect(await Promise.all(bought.map(({ browser }) => resume(browser)))).toEqual(before);
    expect(await Promise.all(bought.map(({ browser }) => inRedis(browser)))).toEqual(before);
  });

  it('of a browser without a grant is cached as none, for a minute', async () => {
    const { claim, inRedis, ledger, redis, resume } = desk;
    const browser = newBrowser();
    expect(await resume(browser)).toBeNull();
    expect(await inRedis(browser)).toBe(NO_ACTIVE_PASS);
    const left = await redis.pttl(accessKeys.pass(browser));
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    const { id } = await ledger.paid('hourly', browser);
    expect(await resume(browser)).toBeNull();
    expect(await claim(browser)).toMatchObject({ id });
    expect(await inRedis(browser)).toMatchObject({ id });
  });

  it('waits 30 days for its browser, and no longer', async () => {
    const { claim, ledger, passes, statesOf } = desk;
    const now = await ledger.now();
    const browser = newBrowser();
    const late = await ledger.paid('hourly', browser, { paidAt: new Date(now - 30 * DAY) });
    expect(await claim(browser)).toBeNull();
    expect((await errorOf(passes.begin(late.id))).code).toBe('PURCHASE_ENDED');
    const inTime = await ledger.paid('hourly', browser, {
      paidAt: new Date(now - 30 * DAY + 60_000),
    });
    expect(await statesOf(browser)).toEqual({ [late.id]: 'ended', [inTime.id]: 'unclaimed' });
    expect(await claim(browser)).toMatchObject({ id: inTime.id });
  });

  it('is not given for what is not paid', async () => {
    const { claim, ledger, passes } = desk;
    const browser = newBrowser();
    for (const state of [
      'created',
      'open',
      'capturing',
      'pending',
      'refunding',
      'refunded',
    ] as const) {
      const { id } = await ledger.paid('hourly', browser, { state });
      expect((await errorOf(passes.begin(id))).code).toBe('PURCHASE_ENDED');
    }
    expect(await claim(browser)).toBeNull();
    expect((await errorOf(passes.begin('f'.repeat(24)))).code).toBe('NOT_FOUND');
    expect((await errorOf(passes.begin('{"$ne":1}'))).code).toBe('NOT_FOUND');
  });

  it.each([['a'.repeat(63)], ['A'.repeat(64)], ['*'], [`${'a'.repeat(63)}\n`]])(
    'is not looked up for %j',
    async (holder) => {
      const { call } = desk;
      expect((await errorOf(call(getActivePass, { holder }))).code).toBe('VALIDATION_FAILED');
      expect((await errorOf(call(claimPasses, { holder }))).code).toBe('VALIDATION_FAILED');
    },
  );
});
