import { accessKeys, purchaseEvents, getActivePass } from '@ctdb/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { codeOf, TestBilling } from './support/billing.js';
import { DAY, HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';

const billing = new TestBilling();
const { begun, claim, emptyRedis, inRedis, redis, resume, statesOf } = billing;
const TrueDate = Date;

/** Moves the clock of this process, in which the service runs, not that of Redis. */
const moveClock = (milliseconds: number): void => {
  const now = () => TrueDate.now() + milliseconds;
  globalThis.Date = new Proxy(TrueDate, {
    construct: (target, parts: unknown[]) =>
      Reflect.construct(target, parts.length === 0 ? [now()] : parts) as Date,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
};

afterEach(() => {
  globalThis.Date = TrueDate;
});

describe.each([
  ['right', 0],
  ['two hours fast', 2 * HOUR],
  ['two hours slow', -2 * HOUR],
])('where the clock of the process is %s, a pass', (_what, shift) => {
  it('begins once, and lasts exactly 3,600 seconds of the time of Redis', async () => {
    const { events, ledger } = billing;
    moveClock(shift);
    const { id, browser } = await ledger.paid('hourly');
    const before = await ledger.now();
    expect(Math.abs(Date.now() - before - shift)).toBeLessThan(60_000);
    const granted = await ledger.activate(id);
    const after = await ledger.now();
    expect(granted.plan).toBe('hourly');
    const [start, end] = [Date.parse(granted.startsAt), Date.parse(granted.expiresAt)];
    expect(start).toBeGreaterThanOrEqual(before);
    expect(start).toBeLessThanOrEqual(after);
    expect(end - start).toBe(HOUR);
    const record = { id, plan: 'hourly', expiresAt: end, until: end };
    expect(await inRedis(browser)).toEqual(record);
    expect(await redis.pexpiretime(accessKeys.pass(browser))).toBe(end);
    expect(await ledger.activate(id)).toEqual(granted);
    expect(await claim(browser)).toEqual(record);
    const isOwn = ({ payload }: { payload: { orderId: string } }) => payload.orderId === id;
    const { payload } = await events.waitFor(purchaseEvents.activated, isOwn);
    expect(payload).toEqual({
      ...{ orderId: id, item: 'hourly' },
      ...{ startsAt: granted.startsAt, endsAt: granted.expiresAt },
    });
    expect(events.of(purchaseEvents.activated).filter(isOwn)).toHaveLength(1);
    expect((await ledger.find(id)).due).toEqual([]);
  });

  it('is there in second 3,599 and not in second 3,600, also after Redis was emptied', async () => {
    const { ledger } = billing;
    const [fresh, inside, outside] = [
      await begun('hourly'),
      await begun('hourly'),
      await begun('hourly'),
    ];
    const pass = await inRedis(fresh.browser);
    moveClock(shift);
    await ledger.shift(inside.id, HOUR - 1_000);
    await ledger.shift(outside.id, HOUR);
    await emptyRedis();
    expect(await resume(inside.browser)).toMatchObject({ id: inside.id });
    expect(await resume(outside.browser)).toBeNull();
    expect(await claim(outside.browser)).toBeNull();
    expect(await inRedis(outside.browser)).toBe('ended');
    expect(await statesOf(outside.browser)).toEqual({ [outside.id]: 'ended' });
    expect(await resume(fresh.browser)).toEqual(pass);
  });

  it('queues where the one before ends, and a refund moves it to now', async () => {
    const { ledger } = billing;
    const { id, browser } = await begun('hourly');
    moveClock(shift);
    const next = await begun('hourly', browser);
    const [, end] = await ledger.timesOf(id);
    expect((await ledger.timesOf(next.id))[0]).toBe(end);
    await ledger.refund(id);
    await ledger.sync(id);
    const [start] = await ledger.timesOf(next.id);
    expect(Math.abs(start - (await ledger.now()))).toBeLessThan(60_000);
  });

  it('waits 30 days for its browser, and no longer', async () => {
    const { ledger } = billing;
    const now = await ledger.now();
    moveClock(shift);
    const browser = newBrowser();
    const paidAt = (milliseconds: number) => ({
      paidAt: new TrueDate(now - 30 * DAY + milliseconds),
    });
    const late = await ledger.paid('hourly', browser, paidAt(0));
    expect(await claim(browser)).toBeNull();
    expect(await codeOf(ledger.activate(late.id))).toBe('PURCHASE_ENDED');
    const inTime = await ledger.paid('hourly', browser, paidAt(60_000));
    expect(await statesOf(browser)).toEqual({ [late.id]: 'ended', [inTime.id]: 'unclaimed' });
    expect(await claim(browser)).toMatchObject({ id: inTime.id });
  });
});

describe('a pass', () => {
  it('of a browser that has never ordered leaves nothing in Redis', async () => {
    const browser = newBrowser();
    expect(await resume(browser)).toBeNull();
    expect(await claim(browser)).toBeNull();
    expect(await billing.keys(browser)).toEqual([]);
  });

  it('of a browser without a grant is cached as none, for a minute', async () => {
    const { id, browser } = await billing.ledger.paid('hourly');
    expect(await resume(browser)).toBeNull();
    expect(await inRedis(browser)).toBe('none');
    const left = await redis.pttl(accessKeys.pass(browser));
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    expect(await claim(browser)).toMatchObject({ id });
    expect(await inRedis(browser)).toMatchObject({ id });
  });

  it('that runs in another browser is missing as moved, and then as ended', async () => {
    const { buyer, ledger, passes } = billing;
    const { id, browser: holder } = await begun('hourly');
    expect(await buyer(getActivePass, { holder })).toMatchObject({ pass: { id } });
    await passes.transfer(await ledger.find(id), newBrowser());
    expect(await buyer(getActivePass, { holder })).toEqual({ pass: null, reason: 'moved' });
    await ledger.shift(id, HOUR);
    expect(await buyer(getActivePass, { holder })).toEqual({ pass: null, reason: 'ended' });
  });

  it('is not given for what is not paid', async () => {
    const { ledger } = billing;
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
      expect(await codeOf(ledger.activate(id))).toBe('PURCHASE_ENDED');
    }
    expect(await claim(browser)).toBeNull();
  });
});
