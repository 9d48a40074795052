import { Metrics } from '@ctdb/chassis';
import { waitUntil } from '@ctdb/chassis/testing';
import { captureOrder } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { PaymentProviders } from '../src/payments/providers/payment-providers.js';
import { Reconciler } from '../src/payments/recovery/reconciler.js';
import type { PurchaseRecord } from '../src/purchases/purchase.record.js';
import { billingEnv, codeOf, simulators } from './support/billing.js';
import { DAY, HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const env = billingEnv({ ...simulators.paypal.env, RECONCILE_SECONDS: '1' });
const shop = new Shop('paypal', env);
const { change, simulator, stateOf } = shop;
const now = () => shop.ledger.now();

const turn = () => shop.service.get(Reconciler).process();
/** Waits until some turn of the reconciler, which may come at once, has brought the order there. */
const isState = (id: string, state: PurchaseRecord['state']) =>
  waitUntil(() => turn().then(async () => (await stateOf(id)) === state), `not ${state}`, 15_000);
const lease = async (ms: number) => ({ id: 'dead', until: new Date((await now()) + ms) });

it('the reconciler lets an order go that its buyer had not agreed to', async () => {
  const { id } = await shop.order(newBrowser());
  await change(id, { state: 'capturing', lease: { id: 'dead', until: new Date(0) } });
  await isState(id, 'open');
});

it('the reconciler tells how much is unfinished', async () => {
  const { id } = await shop.order(newBrowser());
  const become = (figure: RegExp) =>
    waitUntil(async () => figure.test(await shop.service.get(Metrics).metrics()), `no ${figure}`);
  await change(id, { state: 'refunding', lease: { id: 'busy', until: new Date(8e14) } });
  await become(/purchases_unfinished{[^}]*refunding[^}]*} 1/);
  await change(id, { state: 'abandoned' });
  await become(/purchases_unfinished{[^}]*refunding[^}]*} 0/);
});

it('the reconciler is not held up by one call that takes long', async () => {
  await simulator.fault({ call: 'getOrder', kind: 'slow', ms: 8_000 });
  const orders = await Promise.all(Array.from({ length: 3 }, () => shop.approved()));
  const ids = orders.map(({ id }) => id);
  // As a worker leaves them that dies while it asks for the money.
  const left = { state: 'capturing', changedAt: new Date(await now()), lease: await lease(0) };
  await Promise.all(ids.map((id) => change(id, left)));
  await turn();
  const states = async () => (await Promise.all(ids.map(stateOf))).sort();
  await expect.poll(states).toEqual(['capturing', 'paid', 'paid']);
});

it('the reconciler gives orders up after six hours, unless money may have been taken', async () => {
  const browser = newBrowser();
  const orders = await Promise.all(Array.from({ length: 3 }, () => shop.approved({ browser })));
  const [old = '', young = '', asked = ''] = orders.map(({ id }) => id);
  const six = new Date((await now()) - 6 * HOUR);
  await change(old, { createdAt: six });
  await change(young, { createdAt: new Date(six.getTime() + 60_000) });
  await change(asked, { createdAt: six, state: 'capturing', lease: await lease(HOUR) });
  await isState(old, 'abandoned');
  expect(await stateOf(young)).toBe('open');
  expect(await stateOf(asked)).toBe('capturing');
  expect(await codeOf(shop.buyer(captureOrder, { id: old, browser }))).toBe('NOT_FOUND');
});

it('the reconciler gives up none whose money was taken after all, by a try that came late', async () => {
  const { browser, id } = await shop.approved();
  await simulator.fault({ call: 'captureOrder', kind: 'refuse', issue: 'STRANGE' });
  expect(await codeOf(shop.capture(id, browser))).toBe('PAYMENT_DECLINED');
  const paypal = shop.service.get(PaymentProviders).get('paypal');
  await paypal.captureOrder(id, 'an earlier try');
  expect(await stateOf(id)).toBe('open');
  await change(id, { createdAt: new Date((await now()) - 6 * HOUR) });
  await isState(id, 'paid');
  expect(await shop.capture(id, browser)).toMatchObject({ status: 'COMPLETED' });
});

it('the reconciler ends the access of a payment that was refunded, if the webhook is lost', async () => {
  const { browser, id } = await shop.bought();
  const { paidAt, recheckAt } = await shop.stored(id);
  expect(recheckAt?.getTime()).toBe((paidAt?.getTime() ?? 0) + DAY);
  await shop.turn(id, 'refund');
  await change(id, { recheckAt: new Date(await now()) });
  await isState(id, 'refunded');
  expect(await shop.pass(browser)).toBeUndefined();
});

it('the reconciler removes an order a month after it was given up, unless it has a payment', async () => {
  const browser = newBrowser();
  const orders = await Promise.all(Array.from({ length: 5 }, () => shop.order(browser)));
  const [tried = '', old = '', young = '', captured = '', open = ''] = orders.map(({ id }) => id);
  expect(await codeOf(shop.capture(tried, browser))).toBe('ORDER_NOT_APPROVED');
  const month = new Date((await now()) - 30 * DAY);
  const given = { state: 'abandoned', changedAt: month };
  await change(open, { changedAt: month, createdAt: month, lease: await lease(HOUR) });
  await change(young, { ...given, changedAt: new Date(month.getTime() + 60_000) });
  await change(captured, { ...given, captureId: 'CAPTURE-OF-THE-PAST' });
  await change(tried, given);
  await change(old, given);
  const left = async () => {
    const rows = await shop.purchases().find({ orderedBy: browser }).lean();
    return rows.map(({ providerOrderId }) => providerOrderId);
  };
  const removed = async () => (await left()).every((id) => id !== old && id !== tried);
  await turn();
  await waitUntil(removed, 'they are not removed');
  expect((await left()).sort()).toEqual([young, captured, open].sort());
});

it('the reconciler gives up what PayPal does not know any more, and nothing while PayPal is away', async () => {
  const { id } = await shop.order(newBrowser());
  await simulator.fault({ call: 'getOrder', kind: 'error', times: 1_000 });
  await change(id, { createdAt: new Date((await now()) - 6 * HOUR) });
  await turn();
  await waitUntil(async () => (await shop.stored(id)).lease !== undefined, 'PayPal is not asked');
  expect(await stateOf(id)).toBe('open');
  await simulator.noFaults();
  await change(id, { providerOrderId: 'FORGOTTEN' });
  await isState('FORGOTTEN', 'abandoned');
});
