import { setTimeout as pause } from 'node:timers/promises';
import { RedisClock } from '../src/clock/redis-clock.js';
import { Metrics } from '@ctdb/chassis';
import { startTestService, waitUntil, type TestService } from '@ctdb/chassis/testing';
import { captureOrder } from '@ctdb/contracts';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingModule } from '../src/billing.module.js';
import type { PurchaseDocument } from '../src/purchases/purchase.schema.js';
import { newHolder, Shop } from './payments/shop.js';
import { StandIn } from './payments/stand-in.js';
import { billingEnv, errorOf } from './support.js';

const HOUR = 3_600_000;
const standIn = new StandIn();
const env = billingEnv({ ...standIn.env, RECONCILE_SECONDS: '1' });
let service: TestService;
let shop: Shop;
let now: () => Promise<number>;

beforeAll(async () => {
  service = await startTestService(BillingModule, env);
  shop = await Shop.open(env, standIn, service);
  now = () => service.get(RedisClock).now();
}, 60_000);

afterEach(() => standIn.noFaults());

const change = (id: string, changes: Partial<PurchaseDocument>) =>
  shop.purchases().updateOne({ providerOrderId: id }, { $set: changes });

const isState = (id: string, state: PurchaseDocument['state'], within = 15_000) =>
  waitUntil(async () => (await shop.stored(id)).state === state, `it is not ${state}`, within);

/** What a worker leaves that dies while it asks for the money; its lease ends in `ms`. */
const leftBehind = async (ms: number): Promise<string> => {
  const id = await shop.approved(newHolder());
  const until = new Date((await now()) + ms);
  await change(id, {
    state: 'capturing',
    changedAt: new Date(await now()),
    lease: { id: 'dead', until },
  });
  return id;
};

describe('the reconciler', () => {
  it('finishes what a dead worker left, when its lease is over', async () => {
    const id = await leftBehind(3_000);
    const lease = (await shop.stored(id)).lease?.until.getTime() ?? 0;
    await isState(id, 'paid');
    expect((await shop.stored(id)).paidAt?.getTime()).toBeGreaterThanOrEqual(lease);
    const { captures } = await standIn.ledger();
    expect(captures.filter(({ orderId }) => orderId === id)).toHaveLength(1);
  });

  it('lets an order go that its buyer had not agreed to', async () => {
    const { id } = await shop.order(newHolder());
    await change(id, { state: 'capturing', lease: { id: 'dead', until: new Date(0) } });
    await isState(id, 'open');
  });

  it('tells how much is unfinished', async () => {
    const { id } = await shop.order(newHolder());
    await change(id, { state: 'refunding', lease: { id: 'busy', until: new Date(8e14) } });
    expect(await service.get(Metrics).metrics()).toMatch(
      /purchases_unfinished{[^}]*refunding[^}]*} 1/,
    );
    await change(id, { state: 'abandoned' });
    expect(await service.get(Metrics).metrics()).toMatch(
      /purchases_unfinished{[^}]*refunding[^}]*} 0/,
    );
  });

  it('is not held up by one call that takes long', async () => {
    await standIn.fault({ call: 'getOrder', kind: 'slow', ms: 7_000 });
    const began = performance.now();
    const ids = await Promise.all(Array.from({ length: 4 }, () => leftBehind(0)));
    const waits = await Promise.all(
      ids.map(async (id) => {
        await isState(id, 'paid');
        return performance.now() - began;
      }),
    );
    waits.sort((a, b) => a - b);
    expect(waits[2]).toBeLessThan(7_000);
    expect(waits[3]).toBeGreaterThan(6_000);
  }, 40_000);

  it('gives orders up after six hours, unless money may have been taken', async () => {
    const holder = newHolder();
    const [old, young, asked] = await Promise.all(
      Array.from({ length: 3 }, () => shop.approved(holder)),
    );
    if (!old || !young || !asked) throw new Error('no orders');
    const six = new Date((await now()) - 6 * HOUR);
    const lease = { id: 'busy', until: new Date((await now()) + HOUR) };
    await change(old, { createdAt: six });
    await change(young, { createdAt: new Date(six.getTime() + 60_000) });
    await change(asked, { createdAt: six, state: 'capturing', lease });
    await isState(old, 'abandoned');
    expect((await shop.stored(young)).state).toBe('open');
    expect((await shop.stored(asked)).state).toBe('capturing');
    const late = shop.buyer(captureOrder, { id: old, holder });
    expect((await errorOf(late)).code).toBe('NOT_FOUND');
  });

  it('gives up none whose money was taken after all, by a try that came late', async () => {
    const holder = newHolder();
    const id = await shop.approved(holder);
    await standIn.fault({ call: 'captureOrder', kind: 'slow', ms: 11_000 });
    // Taken by the first to be worked on, which is the second to be sent.
    await standIn.fault({ call: 'captureOrder', kind: 'refuse', issue: 'STRANGE' });
    expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
    await waitUntil(
      async () => (await standIn.ledger()).captures.some(({ orderId }) => orderId === id),
      'the first try is not done',
      15_000,
    );
    expect((await shop.stored(id)).state).toBe('open');
    await change(id, { createdAt: new Date((await now()) - 6 * HOUR) });
    await isState(id, 'paid');
    expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED' });
  }, 60_000);

  it('gives up what PayPal does not know any more, and nothing while PayPal is away', async () => {
    const { id } = await shop.order(newHolder());
    await standIn.fault({ call: 'getOrder', kind: 'error', times: 1_000 });
    await change(id, { createdAt: new Date((await now()) - 6 * HOUR) });
    await pause(2_500);
    expect((await shop.stored(id)).state).toBe('open');
    await standIn.noFaults();
    await change(id, { providerOrderId: 'FORGOTTEN' });
    await isState('FORGOTTEN', 'abandoned', 20_000);
  }, 40_000);
});
