import { MONGO } from '@ctdb/chassis';
import { type PaymentProviderName, purchaseEvents, type PurchaseItem } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import type { Connection, mongo } from 'mongoose';
import { PaypalProvider } from '../src/payments/providers/paypal/paypal.provider.js';
import { InstallationRepository } from '../src/purchases/installation.repository.js';
import { ReceiptsService } from '../src/receipts/receipts.service.js';
import { reconcilePayments } from '../src/reconcile-payments.js';
import { billingEnv } from './support/billing.js';
import { HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import { newProviderOrder, newRequestId, PaypalSimulator } from './support/paypal.js';
import { RazorpaySimulator } from './support/razorpay.js';
import { reconciliationOf } from './support/reconciliation.js';
import { Shop } from './support/shop.js';

const simulators = { paypal: new PaypalSimulator(), razorpay: new RazorpaySimulator() };
const { paypal, razorpay } = simulators;
const env = billingEnv({ ...paypal.env, ...razorpay.env });
const shop = new Shop('paypal', env, simulators);

const { stored } = shop;
const isStored = async (id: string) =>
  (await shop.purchases().exists({ providerOrderId: id })) !== null;
const allRows = () => shop.purchases().find().sort({ _id: 1 }).lean();
const issueReceipts = () => shop.service.get(ReceiptsService).issueDue();
const chargesOf = async () => {
  const all = await Promise.all([paypal.ledger(), razorpay.ledger()]);
  return all.map(({ captures, refunds }) => ({ captures, refunds }));
};

/** The time of a backup; what happens after it is lost, as an older database is restored. */
const loseAllAfter = async <T>(work: () => Promise<T>): Promise<{ lost: T; from: string }> => {
  const { db } = shop.service.get<Connection>(MONGO);
  if (!db) throw new Error('there is no connection');
  const from = new Date().toISOString();
  const backup = new Map<string, mongo.Document[]>();
  for (const { name } of await db.listCollections().toArray())
    backup.set(name, await db.collection(name).find().toArray());
  const lost = await work();
  for (const [name, documents] of backup) {
    await db.collection(name).deleteMany({});
    if (documents.length > 0) await db.collection(name).insertMany(documents);
  }
  return { lost, from };
};

/** Runs the operator's command to its end. */
const run = async (...args: string[]): Promise<{ code: number; output: string }> => {
  const lines: string[] = [];
  const code = await reconcilePayments(args, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
};

/** Reconciles both providers as the command does, and returns how many payments were what. */
const reconcile = async (from: string) => {
  // The lists have whole seconds.
  const period = { from: new Date(from), to: new Date(Date.now() + 2_000) };
  const service = reconciliationOf(shop.service);
  const { counts: atPaypal } = await service.reconcile('paypal', period, false);
  const { counts: atRazorpay } = await service.reconcile('razorpay', period, false);
  return { paypal: atPaypal, razorpay: atRazorpay };
};

/** An order that its buyer has paid for; returns the provider's id. */
const buy = async (
  provider: PaymentProviderName,
  item: PurchaseItem,
  browser = newBrowser(),
  email = 'buyer@example.com',
): Promise<string> => (await shop.bought({ browser, provider, item, email, payer: email })).id;

it('after a restore of an older database finds what was paid at both providers, once, and gives it receipts of a new series', async () => {
  const known = await buy('paypal', 'hourly');
  const { lost, from } = await loseAllAfter(async () => {
    const ids = [
      await buy('paypal', 'premium_monthly', newBrowser(), 'plan@example.com'),
      await buy('paypal', 'hourly', newBrowser(), 'hour@example.com'),
      await buy('razorpay', 'professional_yearly', newBrowser(), 'rupees@example.com'),
      // Paid, and never back at our pages.
      (await shop.approved({ provider: 'razorpay', payer: 'away@example.com' })).id,
    ];
    await issueReceipts();
    return Promise.all(ids.map(stored));
  });
  const ids = lost.map(({ providerOrderId = '' }) => providerOrderId);
  expect(await Promise.all(ids.map(isStored))).toEqual([false, false, false, false]);
  const charges = await chargesOf();

  const found = 'paypal: 3 payments: 1 known, 0 settled, 0 refunded, 2 rebuilt';
  const dry = await run('--from', from, '--dry-run');
  expect(dry).toEqual({ code: 0, output: expect.stringContaining(found) });
  expect(await Promise.all(ids.map(isStored))).toEqual([false, false, false, false]);

  const { code, output } = await run('--from', from);
  expect(output).toContain(found);
  expect(output).toContain('razorpay: 2 payments: 0 known, 0 settled, 0 refunded, 2 rebuilt');
  expect(output).not.toContain('example.com');
  expect(code).toBe(0);
  await shop.events.waitFor(purchaseEvents.rebuilt);

  await issueReceipts();
  const again = await Promise.all(ids.map(stored));
  const digit = /begin with (\d)/.exec(output)?.[1] ?? '';
  for (const [at, row] of lost.entries()) {
    const { _id, item, amountMinor, currency, practice, accessCode, locale } = row;
    const rebuilt = again[at];
    const { receiptNumbers = [] } = rebuilt ?? {};
    // The code that the buyer has kept opens it still.
    const kept = { _id, item, amountMinor, currency, practice, accessCode, locale };
    expect(rebuilt).toMatchObject({
      ...kept,
      state: 'paid',
      isTest: true,
      payerEmail: expect.any(String),
    });
    const number = new RegExp(`^TEST-\\d{4}-\\d{2}/${digit}\\d{5}$`);
    expect(receiptNumbers).toEqual([expect.stringMatching(number)]);
    expect(row.receiptNumbers ?? []).not.toContain(receiptNumbers[0]);
  }
  const [first, second, third, fourth] = again;
  // A plan runs since it was paid.
  for (const plan of [first, third]) expect(plan?.grant?.startsAt).toEqual(plan?.paidAt);
  expect(Math.abs(Number(first?.paidAt) - Number(lost[0]?.paidAt))).toBeLessThan(5_000);
  // An hour begins when it is opened.
  for (const hour of [second, fourth]) expect(hour?.grant).toBeUndefined();
  for (const row of lost) {
    const browser = newBrowser();
    await shop.restore(row, browser);
    expect(await shop.resume(browser)).toMatchObject({ id: row._id.toHexString() });
  }
  expect(await chargesOf()).toEqual(charges);

  const rows = await allRows();
  await reconcile(from);
  expect(await allRows()).toEqual(rows);
  expect(await shop.purchases().countDocuments({ providerOrderId: known })).toBe(1);

  // A repetition goes on, another restore begins the next series.
  const begin = async (at: number) => {
    const repository = shop.service.get(InstallationRepository);
    return (await repository.beginReceiptSeries(new Date(at), new Date(), undefined)).series;
  };
  expect(await begin(Date.parse(from))).toBe(digit);
  expect(await begin(Date.parse(from) - 1)).toBe(String(Number(digit) + 1));
});

it('after a restore of an older database knows what was paid, refunded or finished, and gives no access for what was refunded', async () => {
  const [paid, whole] = [newBrowser(), newBrowser()];
  const ids = {
    part: await buy('paypal', 'premium_monthly'),
    whole: await buy('razorpay', 'hourly', whole),
    paid: (await shop.approved({ browser: paid })).id,
  };
  const { id: opened } = await shop.order(newBrowser(), { provider: 'razorpay' });
  // Before the provider's answer was stored.
  const $unset = { providerOrderId: 1 as const, approveUrl: 1 as const };
  await shop.purchases().updateOne({ providerOrderId: opened }, { state: 'created', $unset });
  const { lost, from } = await loseAllAfter(async () => {
    await shop.capture(ids.paid, paid);
    await razorpay.approve(opened);
    await paypal.refundPart((await stored(ids.part)).captureId ?? '', '5.00');
    await shop.turn(ids.whole, 'refund');
    const id = await buy('paypal', 'premium_monthly');
    await shop.turn(id, 'refund');
    return id;
  });
  const right = { settled: 1, foreign: 0, failed: 0, unclear: 0 };
  expect(await reconcile(from)).toMatchObject({
    paypal: { ...right, rebuilt: 1 },
    razorpay: { ...right, refunded: 1, rebuilt: 0 },
  });
  for (const id of [ids.paid, opened]) expect(await stored(id)).toMatchObject({ state: 'paid' });
  const partialRefunds = [{ amountMinor: 500 }];
  expect(await stored(ids.part)).toMatchObject({ state: 'paid', partialRefunds });
  expect(await stored(ids.whole)).toMatchObject({ state: 'refunded' });
  expect(await shop.pass(whole)).toBeUndefined();
  expect(await stored(lost)).toMatchObject({ state: 'refunded' });
  expect((await stored(lost)).grant).toBeUndefined();
});

it('after a restore of an older database finds recent payments at PayPal by events, before they are in its list', async () => {
  await paypal.delayLists(3 * HOUR);
  const { lost, from } = await loseAllAfter(() => buy('paypal', 'premium_monthly'));
  expect((await run('--from', from)).code).toBe(3);
  expect(await isStored(lost)).toBe(false);
  await paypal.registerWebhook();
  await reconcile(from);
  expect(await stored(lost)).toMatchObject({ state: 'paid' });
  await paypal.delayLists(0);
  expect(await reconcile(from)).toMatchObject({ paypal: { rebuilt: 0 } });
});

it('after a restore of an older database is finished by a repetition after failures of the provider', async () => {
  const { lost, from } = await loseAllAfter(async () =>
    stored(await buy('razorpay', 'premium_yearly')),
  );
  await razorpay.fault({ call: 'getPayments', kind: 'error' });
  expect(await run('--from', from)).toMatchObject({ code: 1 });
  await razorpay.fault({ call: 'listRefunds', kind: 'error' });
  await expect(reconcile(from)).rejects.toThrow();
  expect(await reconcile(from)).toMatchObject({ razorpay: { failed: 0 } });
  const { _id, practice, providerOrderId = '' } = lost;
  expect(await stored(providerOrderId)).toMatchObject({ _id, practice, state: 'paid' });
});

it('after a restore of an older database runs beside itself, a webhook and the buyer who comes back', async () => {
  const browser = newBrowser();
  const order = { browser, item: 'premium_monthly' } as const;
  const { lost, from } = await loseAllAfter(() => shop.bought(order));
  const webhook = await shop.webhook(lost.purchaseId, 'PAYMENT.CAPTURE.COMPLETED');
  let isOver = false;
  const beside = (async () => {
    while (!isOver) {
      await shop.deliver(webhook);
      await shop.capture(lost.id, browser).catch(() => undefined);
    }
  })();
  const runs = await Promise.all([reconcile(from), reconcile(from)]);
  isOver = true;
  await beside;
  for (const { paypal: counts } of runs) expect(counts).toMatchObject({ failed: 0, unclear: 0 });
  const again = await stored(lost.id);
  expect(again).toMatchObject({ state: 'paid', grant: { startsAt: again.paidAt } });
  await issueReceipts();
  expect((await stored(lost.id)).receiptNumbers).toHaveLength(1);
  const { captures } = await paypal.ledger();
  expect(captures.filter(({ customId }) => customId === lost.purchaseId)).toHaveLength(1);
  expect(await shop.refundsOf(lost.id)).toEqual([]);
});

// The last one: what it leaves is unclear for all later runs.
it('after a restore of an older database leaves to others what is theirs, and to a person what it cannot judge', async () => {
  const { clientId, secret, base: baseUrl } = paypal;
  const others = new PaypalProvider({
    ...{ clientId, clientSecret: secret, baseUrl, mode: 'test', callTimeoutMs: 8_000 },
    ...{ productName: { en: 'Another', kn: 'Another' }, payee: undefined },
  });
  const from = new Date().toISOString();
  const unmarked = newProviderOrder();
  for (const order of [newProviderOrder({ orderId: `shop-${newRequestId()}` }), unmarked]) {
    const { id } = await others.createOrder(order, newRequestId());
    await paypal.approve(id);
    await others.captureOrder(id, newRequestId());
  }
  const { code, output } = await run('--from', from, '--receipt-series', '1');
  expect(output).toContain('numbers of receipts begin with 1');
  expect(output).toContain('1 foreign, 0 failed, 1 unclear');
  expect(output).toContain(`order ${unmarked.orderId}: has no valid mark of this installation`);
  expect(code).toBe(2);
  expect(await shop.purchases().findById(unmarked.orderId)).toBeNull();
});
