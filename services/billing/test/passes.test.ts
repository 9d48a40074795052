import { accessKeys, getActivePass, orderStates, purchaseEvents } from '@ctdb/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GrantsRepository } from '../src/passes/grants.repository.js';
import { PassCache } from '../src/passes/pass-cache.js';
import { codeOf, TestBilling } from './support/billing.js';
import { DAY, HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';

const billing = new TestBilling();
const { begun, claim, emptyRedis, inRedis, ledger, redis, resume, statesOf } = billing;
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
  vi.restoreAllMocks();
});

describe.each([
  ['right', 0],
  ['two hours fast', 2 * HOUR],
  ['two hours slow', -2 * HOUR],
])('where the clock of the process is %s, a pass', (_what, shift) => {
  it('begins once, and lasts exactly 3,600 seconds of the time of Redis', async () => {
    moveClock(shift);
    const { id, browser, practice } = await ledger.paid('hourly');
    const before = await ledger.now();
    expect(Math.abs(Date.now() - before - shift)).toBeLessThan(60_000);
    const granted = await ledger.activate(id);
    const after = await ledger.now();
    expect(granted.plan).toBe('hourly');
    const [start, end] = [Date.parse(granted.startsAt), Date.parse(granted.expiresAt)];
    expect(start).toBeGreaterThanOrEqual(before);
    expect(start).toBeLessThanOrEqual(after);
    expect(end - start).toBe(HOUR);
    const record = { id, plan: 'hourly', practice, expiresAt: end, until: end };
    expect(await inRedis(browser)).toEqual(record);
    expect(await redis.pexpiretime(accessKeys.pass(browser))).toBe(end);
    expect(await ledger.activate(id)).toEqual(granted);
    expect(await claim(browser)).toEqual(record);
    const { payload } = await billing.eventAbout(purchaseEvents.activated, id);
    expect(payload).toEqual({
      ...{ orderId: id, item: 'hourly' },
      ...{ startsAt: granted.startsAt, endsAt: granted.expiresAt },
    });
    expect(billing.eventsAbout(purchaseEvents.activated, id)).toHaveLength(1);
    expect((await ledger.find(id)).due).toEqual([]);
  });

  it('is there in second 3,599 and not in second 3,600, also after Redis was emptied', async () => {
    const [fresh, inside, outside] = await Promise.all([
      begun('hourly'),
      begun('hourly'),
      begun('hourly'),
    ]);
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

  it('queues where the one before ends, and a refund moves all that waits forward', async () => {
    const { id, browser } = await begun('hourly');
    moveClock(shift);
    const [next, last] = [await begun('hourly', browser), await begun('hourly', browser)];
    const times = () => Promise.all([next, last].map((each) => ledger.timesOf(each.id)));
    const [, end] = await ledger.timesOf(id);
    expect(await times()).toEqual(
      [1, 2].map((hours) => [end + (hours - 1) * HOUR, end + hours * HOUR]),
    );
    await ledger.revoke(id);
    const [start = NaN] = (await times())[0] ?? [];
    expect(Math.abs(start - (await ledger.now()))).toBeLessThan(60_000);
    expect(await inRedis(browser)).toMatchObject({ id: next.id, until: start + 2 * HOUR });
    const settled = await times();
    await ledger.runMaintenance();
    expect(await times()).toEqual(settled);
  });

  it('waits 30 days for its browser, and no longer', async () => {
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

it('a pass of a browser that has never ordered leaves nothing in Redis', async () => {
  const browser = newBrowser();
  expect(await resume(browser)).toBeNull();
  expect(await claim(browser)).toBeNull();
  expect(await billing.keys(browser)).toEqual([]);
});

it('a pass of a browser without a grant is cached as none, for a minute', async () => {
  const { id, browser } = await ledger.paid('hourly');
  expect(await resume(browser)).toBeNull();
  expect(await inRedis(browser)).toBe('none');
  const left = await redis.pttl(accessKeys.pass(browser));
  expect(left).toBeGreaterThan(50_000);
  expect(left).toBeLessThanOrEqual(60_000);
  expect(await claim(browser)).toMatchObject({ id });
  expect(await inRedis(browser)).toMatchObject({ id });
});

it('a pass that runs in another browser is missing as moved, and then as ended', async () => {
  const { id, browser } = await begun('hourly');
  const find = () => billing.buyer(getActivePass, { browser });
  expect(await find()).toMatchObject({ pass: { id } });
  await ledger.move(id, newBrowser());
  expect(await find()).toEqual({ pass: null, reason: 'moved' });
  await ledger.shift(id, HOUR);
  expect(await find()).toEqual({ pass: null, reason: 'ended' });
});

it('a pass is not given for what is not paid', async () => {
  const browser = newBrowser();
  for (const state of orderStates.filter((one) => one !== 'paid')) {
    const { id } = await ledger.paid('hourly', browser, { state });
    expect(await codeOf(ledger.activate(id))).toBe('PURCHASE_ENDED');
  }
  expect(await claim(browser)).toBeNull();
});

it('a refund of the only purchase leaves nothing, also where Redis has brought the pass back', async () => {
  const { id, browser } = await begun('hourly');
  const old = (await redis.get(`pass:${browser}`)) ?? '';
  await ledger.refund(id);
  expect(await resume(browser)).toBeNull();
  await ledger.sync(id);
  expect(await inRedis(browser)).toBe('ended');
  expect(await claim(browser)).toBeNull();
  const [listed] = await billing.list(browser);
  expect(listed).toMatchObject({ id, state: 'refunded' });
  expect(listed?.pass).toBeUndefined();
  await redis.set(`pass:${browser}`, old, 'PXAT', (await ledger.now()) + HOUR);
  await ledger.runMaintenance();
  expect(await inRedis(browser)).toBe('ended');
});

/** Starts a reader that has read the ledger, and writes what it saw only when it is let go on. */
const slowReader = async (
  browser: string,
  start = (one: string): Promise<unknown> => billing.service.get(PassCache).refresh(one),
): Promise<() => Promise<unknown>> => {
  const grants = billing.service.get(GrantsRepository);
  const read = grants.findGrants.bind(grants);
  const gate = Promise.withResolvers<undefined>();
  const hasRead = Promise.withResolvers<undefined>();
  vi.spyOn(grants, 'findGrants').mockImplementationOnce(async (practice) => {
    const seen = await read(practice);
    hasRead.resolve(undefined);
    await gate.promise;
    return seen;
  });
  const work = start(browser);
  await hasRead.promise;
  return () => {
    gate.resolve(undefined);
    return work;
  };
};

it('a slow reader neither brings back what was refunded or moved meanwhile, nor hides what has begun', async () => {
  const [refunded, moved] = [await begun('premium_yearly'), await begun('premium_yearly')];
  const { id, browser } = await ledger.paid('hourly');
  const next = newBrowser();
  const goOn = await slowReader(refunded.browser);
  await ledger.revoke(refunded.id);
  await goOn();
  expect(await inRedis(refunded.browser)).toBe('ended');
  const goOnMoving = await slowReader(moved.browser);
  await ledger.move(moved.id, next);
  await goOnMoving();
  expect(await inRedis(moved.browser)).toBe('moved');
  expect(await resume(next)).toMatchObject({ id: moved.id });
  const goOnBeginning = await slowReader(browser);
  await ledger.activate(id);
  await goOnBeginning();
  expect(await inRedis(browser)).toMatchObject({ id });
});

it('a slow reader that was overtaken by Redis losing everything writes nothing', async () => {
  const { browser } = await begun('hourly');
  const goOn = await slowReader(browser);
  await redis.del(`pass-ticket:${browser}`, accessKeys.pass(browser));
  await goOn();
  expect(await inRedis(browser)).toBeNull();
});

it('a writer that was overtaken leaves it to the later one, which it would overtake in turn', async () => {
  const { id, browser } = await begun('hourly');
  const cache = billing.service.get(PassCache);
  const write = (browser: string) => cache.refreshUntilWritten(browser);
  const writers = [await slowReader(browser, write), await slowReader(browser, write)];
  const ticket = () => redis.get(`pass-ticket:${browser}`);
  const latest = await ticket();
  await Promise.all(writers.map((goOn) => goOn()));
  expect(await ticket()).toBe(`done:${latest}`);
  expect(await inRedis(browser)).toMatchObject({ id });
});

it('a crash between the ledger and Redis is mended by the sweep', async () => {
  const { id, browser } = await ledger.paid('premium_monthly');
  expect(await resume(browser)).toBeNull();
  const crash = new Error('the process dies here');
  vi.spyOn(billing.service.get(PassCache), 'refreshUntilWritten').mockRejectedValueOnce(crash);
  await expect(ledger.activate(id)).rejects.toThrow(crash.message);
  expect(await inRedis(browser)).toBe('none');
  expect((await ledger.find(id)).due).toEqual(['access', 'account']);
  await ledger.runMaintenance();
  expect(await inRedis(browser)).toMatchObject({ id });
  expect((await ledger.find(id)).due).toEqual([]);
});
