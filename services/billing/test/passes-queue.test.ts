import { purchaseEvents } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { TestBilling } from './support/billing.js';
import { HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';

const billing = new TestBilling();
const { begun, claim, emptyRedis, inRedis, redis, resume, statesOf } = billing;

/** Hourly passes of one browser, begun one after the other. */
const hourlies = async (count: number, browser = newBrowser()) => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await begun('hourly', browser)).id);
  return { browser, ids };
};

const timesOf = (ids: string[]) => Promise.all(ids.map((id) => billing.ledger.timesOf(id)));

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
    expect(await inRedis(browser)).toEqual(record);
    const queued = { [second]: 'queued', [third]: 'queued' };
    expect(await statesOf(browser)).toEqual({ [first]: 'running', ...queued });
    // The first ends: the ledger names the second.
    for (const id of ids) await billing.ledger.shift(id, HOUR);
    await emptyRedis();
    expect(await resume(browser)).toMatchObject({ id: second, until: until - HOUR });
    const begins = { ...queued, [second]: 'running' };
    expect(await statesOf(browser)).toEqual({ [first]: 'ended', ...begins });
  });

  it('never overlap when three are claimed by twelve calls at once', async () => {
    const { events, ledger } = billing;
    for (let round = 0; round < 2; round += 1) {
      const browser = newBrowser();
      const bought = await Promise.all([1, 2, 3].map(() => ledger.paid('hourly', browser)));
      const ids = bought.map(({ id }) => id);
      const calls = Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0 ? claim(browser) : ledger.activate(ids[index % 3] ?? ''),
      );
      await Promise.all(calls);
      const start = expectChain(await timesOf(ids));
      const record = { expiresAt: start + HOUR, until: start + 3 * HOUR };
      expect(await inRedis(browser)).toMatchObject(record);
      for (const id of ids)
        await events.waitFor(purchaseEvents.activated, ({ payload }) => payload.orderId === id);
      const activated = events.of(purchaseEvents.activated);
      expect(activated.filter(({ payload }) => ids.includes(payload.orderId))).toHaveLength(3);
    }
  });

  it('add up: an hourly pass brings tools to a plan without them, at once', async () => {
    const premium = await begun('premium_yearly');
    const { browser } = premium;
    expect(await inRedis(browser)).toMatchObject({ id: premium.id, plan: 'premium' });
    const hourly = await begun('hourly', browser);
    const [[, hourEnd] = [], [, yearEnd] = []] = await timesOf([hourly.id, premium.id]);
    expect(await inRedis(browser)).toEqual({
      id: premium.id,
      plan: 'professional',
      holder: expect.stringMatching(/^user:[0-9a-f]{24}$/),
      expiresAt: hourEnd,
      until: yearEnd,
    });
    await billing.ledger.shift(hourly.id, HOUR);
    expect(await resume(browser)).toMatchObject({ plan: 'premium', expiresAt: yearEnd });
  });
});

describe('a refund', () => {
  it('ends the access at once, and lets the queue move forward', async () => {
    const { ledger, passes } = billing;
    const { browser, ids } = await hourlies(4);
    const [first = '', ...others] = ids;
    const before = await ledger.timesOf(first);
    await ledger.refund(first);
    await ledger.sync(first);
    const start = expectChain(await timesOf(others));
    expect(start).toBeLessThan(before[0] + HOUR / 2);
    expect(await inRedis(browser)).toMatchObject({ id: others[0], until: start + 3 * HOUR });
    expect(await ledger.timesOf(first)).toEqual(before);
    const settled = await timesOf(others);
    await ledger.sync(first);
    await passes.runMaintenance();
    expect(await timesOf(others)).toEqual(settled);
    expect((await ledger.find(first)).due).toEqual([]);
  });

  it('of the only purchase leaves nothing, also where Redis has brought the pass back', async () => {
    const { ledger, passes } = billing;
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
    await passes.runMaintenance();
    expect(await inRedis(browser)).toBe('ended');
  });

  it('is final for every reader and claimer that runs at the same time', async () => {
    const { ledger } = billing;
    for (let round = 0; round < 3; round += 1) {
      const { browser, ids } = await hourlies(2);
      const { id: bought } = await ledger.paid('hourly', browser);
      const [first = '', second = ''] = ids;
      const readers = Array.from({ length: 8 }, () => resume(browser));
      const claimer = claim(browser);
      await ledger.refund(first);
      await Promise.all([ledger.sync(first), claimer, ...readers]);
      expect(await inRedis(browser)).toMatchObject({ id: second });
      expectChain(await timesOf([second, bought]));
      expect(await resume(browser)).toEqual(await inRedis(browser));
    }
  });
});
