import { accessKeys } from '@ctdb/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { errorOf } from './support/billing.js';
import { Desk } from './support/desk.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TrueDate = Date;
const desk = new Desk();

/** Moves the clock of this process, in which the service runs; that of Redis goes on. */
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
  ['two hours fast', 2 * HOUR],
  ['two hours slow', -2 * HOUR],
])('with the clock of the process %s', (_what, shift) => {
  it('a pass begins now and lasts exactly 3,600 seconds of the time of Redis', async () => {
    moveClock(shift);
    expect(Math.abs(Date.now() - (await desk.ledger.now()) - shift)).toBeLessThan(60_000);
    const { id, browser } = await desk.ledger.paid('hourly');
    const before = await desk.ledger.now();
    expect(await desk.claim(browser)).toMatchObject({ id });
    const after = await desk.ledger.now();
    const [start, end] = await desk.ledger.timesOf(id);
    expect(start).toBeGreaterThanOrEqual(before);
    expect(start).toBeLessThanOrEqual(after);
    expect(end - start).toBe(HOUR);
    expect(await desk.redis.pexpiretime(accessKeys.pass(browser))).toBe(end);
  });

  it('second 3,599 is inside, second 3,600 outside, also after Redis was emptied', async () => {
    const inside = await desk.ledger.paid('hourly');
    const outside = await desk.ledger.paid('hourly');
    for (const { id } of [inside, outside]) await desk.ledger.activate(id);
    moveClock(shift);
    await desk.ledger.shift(inside.id, HOUR - 1_000);
    await desk.ledger.shift(outside.id, HOUR);
    await desk.emptyRedis();
    expect(await desk.resume(inside.browser)).toMatchObject({ id: inside.id });
    expect(await desk.resume(outside.browser)).toBeNull();
    expect(await desk.statesOf(outside.browser)).toEqual({ [outside.id]: 'ended' });
  });

  it('a live pass comes back with the same end', async () => {
    const { id, browser } = await desk.ledger.paid('hourly');
    await desk.ledger.activate(id);
    const pass = await desk.inRedis(browser);
    moveClock(shift);
    await desk.emptyRedis();
    expect(await desk.resume(browser)).toEqual(pass);
  });

  it('the next one queues where the first ends, and a refund moves it to now', async () => {
    const { id, browser } = await desk.ledger.paid('hourly');
    await desk.ledger.activate(id);
    moveClock(shift);
    const next = await desk.ledger.paid('hourly', browser);
    await desk.ledger.activate(next.id);
    const [, end] = await desk.ledger.timesOf(id);
    expect((await desk.ledger.timesOf(next.id))[0]).toBe(end);
    await desk.ledger.refund(id);
    await desk.ledger.sync(id);
    const [start] = await desk.ledger.timesOf(next.id);
    expect(Math.abs(start - (await desk.ledger.now()))).toBeLessThan(60_000);
  });

  it('the 30 days of an unclaimed pass are 30 days', async () => {
    const now = await desk.ledger.now();
    moveClock(shift);
    const paidAt = (seconds: number) => new TrueDate(now - 30 * DAY + seconds * 1_000);
    const inTime = await desk.ledger.paid('hourly', undefined, { paidAt: paidAt(60) });
    const late = await desk.ledger.paid('hourly', undefined, { paidAt: paidAt(-1) });
    expect(await desk.claim(inTime.browser)).toMatchObject({ id: inTime.id });
    expect((await errorOf(desk.ledger.activate(late.id))).code).toBe('PURCHASE_ENDED');
  });
});
