import { Metrics } from '@ctdb/chassis';
import { waitUntil } from '@ctdb/chassis/testing';
import { captureOrder } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { PaymentProviders } from '../src/payments/payment-providers.js';
import type { PurchaseRecord } from '../src/purchases/purchase.record.js';
import { scheduleRechecks } from '../src/purchases/rechecks.migration.js';
import { RedisClock } from '../src/redis-clock.js';
import { errorOf } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const HOUR = 3_600_000;
const shop = new Shop({ RECONCILE_SECONDS: '1', PAYMENT_LEASE_MS: '2000' });
const { simulator } = shop;
const now = () => shop.service.get(RedisClock).now();

const change = (id: string, changes: Partial<PurchaseRecord>) =>
  shop.purchases().updateOne({ providerOrderId: id }, { $set: changes });

const isState = (id: string, state: PurchaseRecord['state'], within = 15_000) =>
  waitUntil(async () => (await shop.stored(id)).state === state, `it is not ${state}`, within);

/** What a worker leaves that dies while it asks for the money; its lease ends in `ms`. */
const leftBehind = async (ms: number): Promise<string> => {
  const id = await shop.approved(newBrowser());
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
    const id = await leftBehind(1_500);
    const lease = (await shop.stored(id)).lease?.until.getTime() ?? 0;
    await isState(id, 'paid');
    expect((await shop.stored(id)).paidAt?.getTime()).toBeGreaterThanOrEqual(lease);
    const { captures } = await simulator.ledger();
    expect(captures.filter(({ orderId }) => orderId === id)).toHaveLength(1);
  });

  it('reads payments of earlier versions again', async () => {
    const { id } = await shop.bought(newBrowser());
    await shop.purchases().updateOne({ providerOrderId: id }, { $unset: { recheckAt: 1 } });
    await scheduleRechecks.up(shop.service.get<Connection>(getConnectionToken()));
    const isRead = async () => ((await shop.stored(id)).recheckAt?.getTime() ?? 0) > (await now());
    await waitUntil(isRead, 'it is not read again');
  });

  it('lets an order go that its buyer had not agreed to', async () => {
    const { id } = await shop.order(newBrowser());
    await change(id, { state: 'capturing', lease: { id: 'dead', until: new Date(0) } });
    await isState(id, 'open');
  });

  it('tells how much is unfinished', async () => {
    const { id } = await shop.order(newBrowser());
    const become = async (figure: RegExp) =>
      waitUntil(async () => figure.test(await shop.service.get(Metrics).metrics()), `no ${figure}`);
    await change(id, { state: 'refunding', lease: { id: 'busy', until: new Date(8e14) } });
    await become(/purchases_unfinished{[^}]*refunding[^}]*} 1/);
    await change(id, { state: 'abandoned' });
    await become(/purchases_unfinished{[^}]*refunding[^}]*} 0/);
  });

  it('is not held up by one call that takes long', async () => {
    await simulator.fault({ call: 'getOrder', kind: 'slow', ms: 7_000 });
    const ids = await Promise.all(Array.from({ length: 4 }, () => leftBehind(0)));
    const states = async () => (await Promise.all(ids.map(shop.stored))).map(({ state }) => state);
    const arePaid = async () => (await states()).filter((state) => state === 'paid').length === 3;
    await waitUntil(arePaid, 'the others are not paid');
    expect(await states()).toContain('capturing');
  });

  it('gives orders up after six hours, unless money may have been taken', async () => {
    const holder = newBrowser();
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
    const holder = newBrowser();
    const id = await shop.approved(holder);
    await simulator.fault({ call: 'captureOrder', kind: 'refuse', issue: 'STRANGE' });
    expect((await errorOf(shop.capture(id, holder))).code).toBe('PAYMENT_DECLINED');
    const paypal = shop.service.get(PaymentProviders).get('paypal');
    await paypal.captureOrder(id, 'an earlier try');
    expect((await shop.stored(id)).state).toBe('open');
    await change(id, { createdAt: new Date((await now()) - 6 * HOUR) });
    await isState(id, 'paid');
    expect(await shop.capture(id, holder)).toMatchObject({ status: 'COMPLETED' });
  });

  it('ends the access of a payment that was refunded, if the webhook is lost', async () => {
    const holder = newBrowser();
    const { id } = await shop.bought(holder);
    const { captureId = '', paidAt, recheckAt } = await shop.stored(id);
    expect(recheckAt?.getTime()).toBe((paidAt?.getTime() ?? 0) + 24 * HOUR);
    await simulator.turn(captureId, 'refund');
    await change(id, { recheckAt: new Date(await now()) });
    await isState(id, 'refunded');
    expect(await shop.pass(holder)).toBeUndefined();
  });

  it('removes an order a month after it was given up, unless it has a payment', async () => {
    const browsers = Array.from({ length: 5 }, newBrowser);
    const orders = await Promise.all(browsers.map((browser) => shop.order(browser)));
    const ids = orders.map(({ id }) => id);
    const [tried, old, young, captured, open] = ids as [string, string, string, string, string];
    const refused = await errorOf(shop.capture(tried, browsers[0] ?? ''));
    expect(refused.code).toBe('ORDER_NOT_APPROVED');
    const month = (await now()) - 30 * 24 * HOUR;
    const given = { state: 'abandoned', changedAt: new Date(month) } as const;
    const busy = { id: 'busy', until: new Date((await now()) + HOUR) };
    await change(open, { changedAt: new Date(month), createdAt: new Date(month), lease: busy });
    await change(young, { ...given, changedAt: new Date(month + 60_000) });
    await change(captured, { ...given, captureId: 'CAPTURE-OF-THE-PAST' });
    await change(tried, given);
    await change(old, given);
    const left = async () =>
      (
        await shop
          .purchases()
          .find({ providerOrderId: { $in: ids } })
          .lean()
      ).map(({ providerOrderId }) => providerOrderId);
    const removed = async () => (await left()).every((id) => id !== old && id !== tried);
    await waitUntil(removed, 'they are not removed');
    expect((await left()).sort()).toEqual([young, captured, open].sort());
  });

  it('gives up what PayPal does not know any more, and nothing while PayPal is away', async () => {
    const { id } = await shop.order(newBrowser());
    await simulator.fault({ call: 'getOrder', kind: 'error', times: 1_000 });
    await change(id, { createdAt: new Date((await now()) - 6 * HOUR) });
    await waitUntil(async () => (await shop.stored(id)).lease !== undefined, 'PayPal is not asked');
    expect((await shop.stored(id)).state).toBe('open');
    await simulator.noFaults();
    await change(id, { providerOrderId: 'FORGOTTEN' });
    await isState('FORGOTTEN', 'abandoned');
  });
});
