import { eventSpy, type EventSpy } from '@ctdb/chassis/testing';
import { accessKeys, claimPasses, purchaseEvents, getActivePass } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from './support/billing.js';
import { Desk } from './support/desk.js';
import { newBrowser } from './support/ledger.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const desk = new Desk();
let spy: EventSpy;

beforeAll(async () => {
  spy = await eventSpy(desk.env, purchaseEvents.activated);
}, 60_000);

describe('a pass', () => {
  it('begins once, and lasts exactly 3,600 seconds of the time of Redis', async () => {
    const { claim, inRedis, ledger, redis } = desk;
    const { id, browser } = await ledger.paid('hourly');
    const before = await ledger.now();
    const begun = await ledger.activate(id);
    const after = await ledger.now();
    expect(begun.plan).toBe('hourly');
    const [start, end] = [Date.parse(begun.startsAt), Date.parse(begun.expiresAt)];
    expect(start).toBeGreaterThanOrEqual(before);
    expect(start).toBeLessThanOrEqual(after);
    expect(end - start).toBe(HOUR);
    expect(await inRedis(browser)).toEqual({ id, plan: 'hourly', expiresAt: end, until: end });
    expect(await redis.pexpiretime(accessKeys.pass(browser))).toBe(end);
    expect(await ledger.activate(id)).toEqual(begun);
    expect(await claim(browser)).toEqual(await inRedis(browser));
    const event = await spy.waitFor(
      purchaseEvents.activated,
      ({ payload }) => payload.orderId === id,
    );
    expect(event.payload).toEqual({
      orderId: id,
      item: 'hourly',
      startsAt: begun.startsAt,
      endsAt: begun.expiresAt,
    });
    expect(
      spy.of(purchaseEvents.activated).filter(({ payload }) => payload.orderId === id),
    ).toHaveLength(1);
    expect((await ledger.find(id)).due).toEqual([]);
  });

  it('is there in second 3,599, and gone in second 3,600', async () => {
    const { claim, inRedis, ledger, redis, resume, statesOf } = desk;
    const { id, browser } = await ledger.paid('hourly');
    await ledger.activate(id);
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
    expect(await inRedis(browser)).toBe('ended');
    expect(await statesOf(browser)).toEqual({ [id]: 'ended' });
  });

  it('comes back with the same end when Redis has lost it', async () => {
    const { emptyRedis, inRedis, ledger, resume } = desk;
    const bought = await Promise.all([
      ledger.paid('hourly'),
      ledger.paid('premium_monthly'),
      ledger.paid('professional_yearly'),
    ]);
    for (const { id } of bought) await ledger.activate(id);
    const before = await Promise.all(bought.map(({ browser }) => inRedis(browser)));
    await emptyRedis();
    expect(await Promise.all(bought.map(({ browser }) => resume(browser)))).toEqual(before);
    expect(await Promise.all(bought.map(({ browser }) => inRedis(browser)))).toEqual(before);
  });

  it('of a browser that has never ordered leaves nothing in Redis', async () => {
    const { claim, env, redis, resume } = desk;
    const browser = newBrowser();
    expect(await resume(browser)).toBeNull();
    expect(await claim(browser)).toBeNull();
    expect(await redis.keys(`${env.REDIS_PREFIX}*${browser}*`)).toEqual([]);
  });

  it('of a browser without a grant is cached as none, for a minute', async () => {
    const { claim, inRedis, ledger, redis, resume } = desk;
    const { id, browser } = await ledger.paid('hourly');
    expect(await resume(browser)).toBeNull();
    expect(await inRedis(browser)).toBe('none');
    const left = await redis.pttl(accessKeys.pass(browser));
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    expect(await claim(browser)).toMatchObject({ id });
    expect(await inRedis(browser)).toMatchObject({ id });
  });

  it('that runs in another browser is missing as moved, and then as ended', async () => {
    const { buyer, ledger, passes } = desk;
    const { id, browser: holder } = await ledger.paid('hourly');
    await ledger.activate(id);
    expect(await buyer(getActivePass, { holder })).toMatchObject({ pass: { id } });
    await passes.transfer(await ledger.find(id), newBrowser());
    expect(await buyer(getActivePass, { holder })).toEqual({ pass: null, reason: 'moved' });
    await ledger.shift(id, HOUR);
    expect(await buyer(getActivePass, { holder })).toEqual({ pass: null, reason: 'ended' });
  });

  it('waits 30 days for its browser, and no longer', async () => {
    const { claim, ledger, statesOf } = desk;
    const now = await ledger.now();
    const browser = newBrowser();
    const late = await ledger.paid('hourly', browser, { paidAt: new Date(now - 30 * DAY) });
    expect(await claim(browser)).toBeNull();
    expect((await errorOf(ledger.activate(late.id))).code).toBe('PURCHASE_ENDED');
    const inTime = await ledger.paid('hourly', browser, {
      paidAt: new Date(now - 30 * DAY + 60_000),
    });
    expect(await statesOf(browser)).toEqual({ [late.id]: 'ended', [inTime.id]: 'unclaimed' });
    expect(await claim(browser)).toMatchObject({ id: inTime.id });
  });

  it('is not given for what is not paid', async () => {
    const { claim, ledger } = desk;
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
      expect((await errorOf(ledger.activate(id))).code).toBe('PURCHASE_ENDED');
    }
    expect(await claim(browser)).toBeNull();
  });

  it.each([['a'.repeat(63)], ['A'.repeat(64)], ['*'], [`${'a'.repeat(63)}\n`]])(
    'is not looked up for %j',
    async (holder) => {
      const { buyer } = desk;
      expect((await errorOf(buyer(getActivePass, { holder }))).code).toBe('VALIDATION_FAILED');
      expect((await errorOf(buyer(claimPasses, { holder }))).code).toBe('VALIDATION_FAILED');
    },
  );
});
