import { eventSpy, type EventSpy } from '@ctdb/chassis/testing';
import { purchaseEvents, type ReplyOf, type RequestInput, restoreAccess } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf, freshAddress } from './support/billing.js';
import { Desk } from './support/desk.js';
import { newBrowser, type Paid } from './support/ledger.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const desk = new Desk();
let spy: EventSpy;

beforeAll(async () => {
  spy = await eventSpy(desk.env, purchaseEvents.moved);
}, 60_000);

type Request = RequestInput<typeof restoreAccess>;

const restore = (
  { receiptCode, email }: Pick<Paid, 'receiptCode' | 'email'>,
  holder: string,
  overrides: Partial<Request> = {},
): Promise<ReplyOf<typeof restoreAccess>> =>
  desk.buyer(restoreAccess, { receiptCode, email, holder, address: freshAddress(), ...overrides });

const begun = async (...args: Parameters<Desk['ledger']['paid']>): Promise<Paid> => {
  const paid = await desk.ledger.paid(...args);
  await desk.ledger.activate(paid.id);
  return paid;
};

const movesOf = (id: string) =>
  spy.of(purchaseEvents.moved).filter(({ payload }) => payload.orderId === id);

describe('a restore', () => {
  it('moves what runs with its times; the old browser loses it at once', async () => {
    const paid = await begun('hourly');
    const before = await desk.inRedis(paid.browser);
    const [start, end] = await desk.ledger.timesOf(paid.id);
    const browser = newBrowser();
    expect(await desk.resume(browser)).toBeNull();
    const { pass, receipt } = await restore(paid, browser);
    expect(pass).toEqual({
      plan: 'hourly',
      startsAt: new Date(start).toISOString(),
      expiresAt: new Date(end).toISOString(),
    });
    expect(receipt).toMatchObject({ code: paid.receiptCode, item: 'hourly', amount: '9.99' });
    // The same id: what was entered under it stays its own.
    expect(await desk.inRedis(browser)).toEqual(before);
    expect(await desk.inRedis(paid.browser)).toBe('moved');
    expect(await desk.claim(paid.browser)).toBeNull();
    expect(await desk.list(paid.browser)).toEqual([]);
    expect(await desk.statesOf(browser)).toEqual({ [paid.id]: 'running' });
    const row = await desk.ledger.find(paid.id);
    expect(row).toMatchObject({ due: [], orderedBy: paid.browser });
    expect(row.grant).not.toHaveProperty('from');
  });

  it('is published once, and a repeated restore changes nothing', async () => {
    const paid = await begun('premium_monthly');
    const browser = newBrowser();
    const first = await restore(paid, browser);
    expect(await restore(paid, browser)).toEqual(first);
    await spy.waitFor(purchaseEvents.moved, ({ payload }) => payload.orderId === paid.id);
    const back = await restore(paid, paid.browser);
    expect(back).toEqual(first);
    await spy.waitFor(purchaseEvents.moved, () => movesOf(paid.id).length === 2);
    expect(movesOf(paid.id)[0]?.payload).toEqual({ orderId: paid.id, item: 'premium_monthly' });
    expect(await desk.inRedis(browser)).toBe('moved');
    expect(await desk.inRedis(paid.browser)).toMatchObject({ id: paid.id, plan: 'premium' });
  });

  it('holds what it says it has moved, though the old browser begins it at the same moment', async () => {
    const race = async () => {
      const paid = await desk.ledger.paid('hourly');
      const browser = newBrowser();
      await Promise.all([desk.claim(paid.browser), restore(paid, browser)]);
      return (await desk.statesOf(browser))[paid.id];
    };
    const raced: (string | undefined)[] = [];
    for (let round = 0; round < 5; round += 1)
      raced.push(...(await Promise.all(Array.from({ length: 6 }, race))));
    expect(raced).toEqual(raced.map(() => 'running'));
  });

  it('takes the code as people type it, and the address in any case', async () => {
    const paid = await begun('hourly');
    const typed = ` ${paid.receiptCode.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`;
    const email = ` ${paid.email.toUpperCase()} `;
    const { receipt } = await restore(paid, newBrowser(), { receiptCode: typed, email });
    expect(receipt.code).toBe(paid.receiptCode);
  });

  it('begins what no browser has begun', async () => {
    const paid = await desk.ledger.paid('hourly');
    const browser = newBrowser();
    const before = await desk.ledger.now();
    const { pass } = await restore(paid, browser);
    expect(Date.parse(pass.startsAt)).toBeGreaterThanOrEqual(before);
    expect(await desk.inRedis(browser)).toMatchObject({ id: paid.id });
    expect(await desk.claim(paid.browser)).toBeNull();
    expect(await desk.ledger.timesOf(paid.id)).toEqual([
      Date.parse(pass.startsAt),
      Date.parse(pass.expiresAt),
    ]);
  });

  it('queues anew what has not begun, and adds to what the browser has', async () => {
    const { browser: old } = await begun('hourly');
    const queued = await begun('hourly', old);
    const mine = await begun('premium_monthly');
    const { pass } = await restore(queued, mine.browser);
    expect(Math.abs(Date.parse(pass.startsAt) - (await desk.ledger.now()))).toBeLessThan(30_000);
    expect(await desk.inRedis(mine.browser)).toMatchObject({ plan: 'professional' });
    const another = await begun('hourly', old);
    const { pass: next } = await restore(another, mine.browser);
    expect(next.startsAt).toBe(pass.expiresAt);
  });

  it('to many browsers at once leaves it with one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const paid = await begun('hourly');
      const browsers = Array.from({ length: 8 }, newBrowser);
      const answers = await Promise.all(browsers.map((browser) => restore(paid, browser)));
      expect(new Set(answers.map(({ pass }) => pass.expiresAt)).size).toBe(1);
      const holder = (await desk.ledger.find(paid.id)).grant?.holder;
      expect(await desk.inRedis(paid.browser)).toBe('moved');
      for (const browser of browsers) {
        const expected = browser === holder ? expect.objectContaining({ id: paid.id }) : 'moved';
        expect(await desk.inRedis(browser)).toEqual(expected);
      }
    }
  });
});

describe('a restore is refused', () => {
  it('for an address that was typed on our page, beside a verified payer’s', async () => {
    const contactEmail = 'asha@gmial.example';
    const paid = await begun('premium_monthly', newBrowser(), { contactEmail });
    const mistyped = { ...paid, email: contactEmail };
    expect((await errorOf(restore(mistyped, newBrowser()))).code).toBe('NOT_FOUND');
    expect((await restore(paid, newBrowser())).pass.plan).toBe('premium');
  });

  it('in the same words and time for an unknown code and another payer', async () => {
    const paid = await begun('hourly');
    const time = async (overrides: Partial<Request>) => {
      const start = performance.now();
      const { code, params } = await errorOf(restore(paid, newBrowser(), overrides));
      expect({ code, params }).toEqual({ code: 'NOT_FOUND', params: { kind: 'receipt' } });
      return performance.now() - start;
    };
    const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? NaN;
    const [wrong, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 15; round += 1) {
      // Every try comes from an address of its own, so that none has to wait.
      wrong.push(await time({ email: `other-${round}@example.com` }));
      unknown.push(await time({ receiptCode: `0000-0000-0000-00${10 + round}` }));
    }
    expect(median(wrong) / median(unknown)).toBeGreaterThan(1 / 3);
    expect(median(wrong) / median(unknown)).toBeLessThan(3);
    expect(await desk.inRedis(paid.browser)).toMatchObject({ id: paid.id });
  });

  it('for what is over, refunded or was never begun in time', async () => {
    const now = await desk.ledger.now();
    const over = await begun('hourly');
    await desk.ledger.shift(over.id, HOUR);
    const refunded = await begun('premium_yearly');
    await desk.ledger.refund(refunded.id);
    const forfeited = await desk.ledger.paid('hourly', newBrowser(), {
      paidAt: new Date(now - 30 * DAY),
    });
    for (const paid of [over, refunded, forfeited]) {
      expect((await errorOf(restore(paid, newBrowser()))).code).toBe('PURCHASE_ENDED');
      const wrong = { email: 'someone@example.com' };
      expect((await errorOf(restore(paid, newBrowser(), wrong))).code).toBe('NOT_FOUND');
    }
  });

  it.each([
    ['an operator as code', { receiptCode: { $ne: '' } }],
    ['an operator as address', { email: { $gt: '' } }],
    ['a blank code', { receiptCode: '  ' }],
    ['a code that is too long', { receiptCode: 'x'.repeat(101) }],
    ['an unknown key', { isAdmin: true }],
    ['a browser that is none', { holder: 'x' }],
  ])('for %s', async (_what, faulty) => {
    const paid = { receiptCode: '0000-0000-0000-0000', email: 'a@example.com' };
    const request = faulty as unknown as Partial<Request>;
    expect((await errorOf(restore(paid, newBrowser(), request))).code).toBe('VALIDATION_FAILED');
  });

  it.each([['$where'], ['.*'], ['\ud800'], ['a\u0000b'], ['0000-0000-0000-0000']])(
    'for the code %j',
    async (receiptCode) => {
      const paid = { receiptCode, email: '' };
      const request = { email: 'undefined' };
      expect((await errorOf(restore(paid, newBrowser(), request))).code).toBe('NOT_FOUND');
    },
  );

  it('after thirty tries from one address, whatever the codes are', async () => {
    const paid = await begun('hourly');
    const wrong = { email: 'someone@example.com' };
    for (const others of [wrong, { receiptCode: '0000-0000-0000-0000' }]) {
      const address = freshAddress();
      for (let tries = 0; tries < 30; tries += 1)
        expect((await errorOf(restore(paid, newBrowser(), { ...others, address }))).code).toBe(
          'NOT_FOUND',
        );
      const held = await errorOf(restore(paid, newBrowser(), { address }));
      expect(held.code).toBe('TOO_MANY_TRIES');
      expect(held.params).toEqual({ retryAfter: expect.any(Number) });
    }
    // Elsewhere the payer is let through.
    expect((await restore(paid, newBrowser())).pass.plan).toBe('hourly');
  });

  it('after a hundred tries of one code, from whatever addresses', async () => {
    const paid = await begun('hourly');
    const wrong = () => errorOf(restore(paid, newBrowser(), { email: 'someone@example.com' }));
    const codes: string[] = [];
    for (let tries = 0; tries < 100; tries += 1) codes.push((await wrong()).code);
    expect(codes).toEqual(Array(100).fill('NOT_FOUND'));
    expect((await wrong()).code).toBe('TOO_MANY_TRIES');
  });

  it('and an invented code leaves one small key for its address, for a quarter of an hour', async () => {
    const keysOf = () => desk.redis.keys(`${desk.env.REDIS_PREFIX}*`);
    const before = await keysOf();
    const [paid, address] = [{ receiptCode: '1111', email: 'a@example.com' }, freshAddress()];
    expect((await errorOf(restore(paid, newBrowser(), { address }))).code).toBe('NOT_FOUND');
    const [key = '', ...others] = (await keysOf()).filter((each) => !before.includes(each));
    expect(others).toEqual([]);
    const name = key.slice(desk.env.REDIS_PREFIX.length);
    expect(await desk.redis.pttl(name)).toBeLessThanOrEqual(900_000);
    // 65,000 addresses: 10 MB.
    expect(await desk.redis.memory('USAGE', name)).toBeLessThan(160);
  });
});
