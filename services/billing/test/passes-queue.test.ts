import { eventSpy, type EventSpy } from '@ctdb/chassis/testing';
import { purchaseEvents } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { Desk } from './support/desk.js';
import { newBrowser } from './support/ledger.js';

const HOUR = 3_600_000;
const desk = new Desk();
let spy: EventSpy;

beforeAll(async () => {
  spy = await eventSpy(desk.env, purchaseEvents.activated);
}, 60_000);

/** Hourly passes of one browser, begun one after the other. */
const hourlies = async (count: number, browser = newBrowser()) => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id } = await desk.ledger.paid('hourly', browser);
    await desk.ledger.activate(id);
    ids.push(id);
  }
  return { browser, ids };
};

const timesOf = (ids: string[]) => Promise.all(ids.map((id) => desk.ledger.timesOf(id)));

/** Asserts that the intervals follow each other without a gap; answers the first start. */
const expectChain = (times: [number, number][]): number => {
  const sorted = [...times].sort(([one], [other]) => one - other);
  for (const [index, [start, end]] of sorted.entries()) {
    expect(end - start).toBe(HOUR);
    if (index > 0) expect(start).toBe(sorted[index - 1]?.[1]);
  }
  return sorted[0]?.[0] ?? NaN;
};

describe('purchases of one browser', () => {
  it('follow each other without a gap in access', async () => {
    const { browser, ids } = await hourlies(3);
    const start = expectChain(await timesOf(ids));
    const [first = '', second = '', third = ''] = ids;
    const until = start + 3 * HOUR;
    const record = { id: first, plan: 'hourly', expiresAt: start + HOUR, until };
    expect(await desk.inRedis(browser)).toEqual(record);
    expect(await desk.statesOf(browser)).toEqual({
      [first]: 'running',
      [second]: 'queued',
      [third]: 'queued',
    });
    // The first ends: the ledger names the second.
    for (const id of ids) await desk.ledger.shift(id, HOUR);
    await desk.emptyRedis();
    expect(await desk.resume(browser)).toMatchObject({ id: second, until: until - HOUR });
    expect(await desk.statesOf(browser)).toEqual({
      [first]: 'ended',
      [second]: 'running',
      [third]: 'queued',
    });
  });

  it('never overlap when three are claimed by 20 calls at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const browser = newBrowser();
      const ids = await Promise.all(
        [1, 2, 3].map(async () => (await desk.ledger.paid('hourly', browser)).id),
      );
      const calls = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? desk.claim(browser) : desk.ledger.activate(ids[index % 3] ?? ''),
      );
      await Promise.all(calls);
      const start = expectChain(await timesOf(ids));
      expect(await desk.inRedis(browser)).toMatchObject({
        expiresAt: start + HOUR,
        until: start + 3 * HOUR,
      });
      for (const id of ids)
        await spy.waitFor(purchaseEvents.activated, (e) => e.payload.orderId === id);
      const begun = spy.of(purchaseEvents.activated).filter((e) => ids.includes(e.payload.orderId));
      expect(begun).toHaveLength(3);
    }
  });

  it('never overlap when twelve begin at once', async () => {
    const browser = newBrowser();
    const bought = await Promise.all(
      Array.from({ length: 12 }, () => desk.ledger.paid('hourly', browser)),
    );
    await Promise.all(bought.map(({ id }) => desk.ledger.activate(id)));
    const start = expectChain(await timesOf(bought.map(({ id }) => id)));
    expect(await desk.inRedis(browser)).toMatchObject({ until: start + 12 * HOUR });
  });

  it('add up: an hourly pass brings tools to a plan without them, at once', async () => {
    const browser = newBrowser();
    const premium = await desk.ledger.paid('premium_yearly', browser);
    await desk.ledger.activate(premium.id);
    expect(await desk.inRedis(browser)).toMatchObject({ id: premium.id, plan: 'premium' });
    const hourly = await desk.ledger.paid('hourly', browser);
    await desk.ledger.activate(hourly.id);
    const [, hourEnd] = await desk.ledger.timesOf(hourly.id);
    const [, yearEnd] = await desk.ledger.timesOf(premium.id);
    expect(await desk.inRedis(browser)).toEqual({
      id: premium.id,
      plan: 'professional',
      holder: expect.stringMatching(/^user:[0-9a-f]{24}$/),
      expiresAt: hourEnd,
      until: yearEnd,
    });
    await desk.ledger.shift(hourly.id, HOUR);
    expect(await desk.resume(browser)).toMatchObject({ plan: 'premium', expiresAt: yearEnd });
  });

  it('wait for a plan that allows all they allow', async () => {
    const browser = newBrowser();
    const plan = await desk.ledger.paid('professional_monthly', browser);
    await desk.ledger.activate(plan.id);
    const hourly = await desk.ledger.paid('hourly', browser);
    await desk.ledger.activate(hourly.id);
    const [[start, end] = [], [next] = []] = await timesOf([plan.id, hourly.id]);
    expect((end ?? 0) - (start ?? 0)).toBe(30 * 24 * HOUR);
    expect(next).toBe(end);
  });
});

describe('a refund', () => {
  it('ends the access at once, and lets the queue move forward', async () => {
    const { browser, ids } = await hourlies(4);
    const [first = '', ...others] = ids;
    const before = await desk.ledger.timesOf(first);
    await desk.ledger.refund(first);
    await desk.ledger.sync(first);
    const start = expectChain(await timesOf(others));
    expect(start).toBeLessThan(before[0] + HOUR / 2);
    expect(await desk.inRedis(browser)).toMatchObject({ id: others[0], until: start + 3 * HOUR });
    expect(await desk.ledger.timesOf(first)).toEqual(before);
    const settled = await timesOf(others);
    await desk.ledger.sync(first);
    await desk.passes.runMaintenance();
    expect(await timesOf(others)).toEqual(settled);
    expect((await desk.ledger.find(first)).due).toEqual([]);
  });

  it('of the only purchase leaves nothing', async () => {
    const { browser, ids } = await hourlies(1);
    const [id = ''] = ids;
    await desk.ledger.refund(id);
    expect(await desk.resume(browser)).toBeNull();
    await desk.ledger.sync(id);
    expect(await desk.inRedis(browser)).toBe('ended');
    expect(await desk.claim(browser)).toBeNull();
    expect(await desk.statesOf(browser)).toEqual({ [id]: 'refunded' });
    expect((await desk.list(browser))[0]?.pass).toBeUndefined();
  });

  it('holds against a Redis that has brought the pass back', async () => {
    const { browser, ids } = await hourlies(1);
    const [id = ''] = ids;
    const old = (await desk.redis.get(`pass:${browser}`)) ?? '';
    await desk.ledger.refund(id);
    await desk.ledger.sync(id);
    await desk.redis.set(`pass:${browser}`, old, 'PXAT', (await desk.ledger.now()) + HOUR);
    await desk.passes.runMaintenance();
    expect(await desk.inRedis(browser)).toBe('ended');
  });

  it('is final for every reader and claimer that runs at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { browser, ids } = await hourlies(2);
      const { id: bought } = await desk.ledger.paid('hourly', browser);
      const [first = '', second = ''] = ids;
      const readers = Array.from({ length: 12 }, () => desk.resume(browser));
      const claimer = desk.claim(browser);
      await desk.ledger.refund(first);
      await Promise.all([desk.ledger.sync(first), claimer, ...readers]);
      expect(await desk.inRedis(browser)).toMatchObject({ id: second });
      expectChain(await timesOf([second, bought]));
      expect(await desk.resume(browser)).toEqual(await desk.inRedis(browser));
    }
  });
});
