import { purchaseEvents } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { PaypalProvider } from '../src/payments/paypal/paypal.provider.js';
import { InstallationRepository } from '../src/purchases/installation.repository.js';
import type { PurchaseRecord } from '../src/purchases/purchase.record.js';
import { ReceiptsService } from '../src/receipts/receipts.service.js';
import { HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import { newProviderOrder, newRequestId } from './support/paypal.js';
import { RestorableShop } from './support/restorable.js';

const tested = new RestorableShop();
const { shop, simulators } = tested;
const { paypal, razorpay } = simulators;

const stored = (id: string): Promise<PurchaseRecord> => shop.stored(id);
const captureOf = async (id: string) => (await stored(id)).captureId ?? '';
const isStored = async (id: string) =>
  (await shop.purchases().exists({ providerOrderId: id })) !== null;
const allRows = () => shop.purchases().find().sort({ _id: 1 }).lean();
const issueReceipts = () => shop.service.get(ReceiptsService).issueDue();
const chargesOf = async () => {
  const all = await Promise.all([paypal.ledger(), razorpay.ledger()]);
  return all.map(({ captures, refunds }) => ({ captures, refunds }));
};

describe('after a restore of an older database', () => {
  it('finds what was paid at both providers, once', async () => {
    const known = await tested.bought('paypal', 'hourly', newBrowser());
    const [plan, hour, rupees, away] = [newBrowser(), newBrowser(), newBrowser(), newBrowser()];
    const { lost, from } = await tested.loseAllAfter(async () => {
      const ids = [
        await tested.bought('paypal', 'premium_monthly', plan, 'plan@example.com'),
        await tested.bought('paypal', 'hourly', hour, 'hour@example.com'),
        await tested.bought('razorpay', 'professional_yearly', rupees, 'rupees@example.com'),
        // Paid, and never back at our pages.
        await tested.approved('razorpay', 'hourly', away, 'away@example.com'),
      ] as const;
      return { ids, rows: await Promise.all(ids.map(stored)) };
    });
    expect(await Promise.all(lost.ids.map(isStored))).toEqual([false, false, false, false]);
    const charges = await chargesOf();

    const found = 'paypal: 3 payments: 1 known, 0 settled, 0 refunded, 2 rebuilt';
    const dry = await tested.run('--from', from, '--dry-run');
    expect(dry.output).toContain(found);
    expect(dry.code).toBe(0);
    expect(await isStored(lost.ids[0])).toBe(false);

    const { code, output } = await tested.run('--from', from);
    expect(output).toContain(found);
    expect(output).toContain('razorpay: 2 payments: 0 known, 0 settled, 0 refunded, 2 rebuilt');
    expect(output).not.toContain('example.com');
    expect(code).toBe(0);
    await shop.events.waitFor(purchaseEvents.rebuilt);

    for (const row of lost.rows) {
      const again = await stored(row.providerOrderId ?? '');
      // The receipt that the buyer has kept opens it still.
      const { _id, item, amountMinor, currency, orderedBy, locale } = row;
      expect(again).toMatchObject({ _id, item, amountMinor, currency, orderedBy, locale });
      if (row.paidAt) expect(again.receiptCode).toBe(row.receiptCode);
      expect(again).toMatchObject({ state: 'paid', isTest: true });
      expect(again.payerEmail).toBeDefined();
    }
    const [first, second, third, fourth] = await Promise.all(lost.ids.map(stored));
    // A plan runs since it was paid.
    expect(first?.grant).toMatchObject({ holder: plan, startsAt: first?.paidAt });
    expect(third?.grant).toMatchObject({ holder: rupees, startsAt: third?.paidAt });
    expect(Math.abs(Number(first?.paidAt) - Number(lost.rows[0]?.paidAt))).toBeLessThan(5_000);
    expect(await shop.pass(rupees)).toMatchObject({ plan: 'professional' });
    // An hour begins when it is opened.
    for (const [purchase, holder] of [
      [second, hour],
      [fourth, away],
    ] as const) {
      expect(purchase?.grant).toBeUndefined();
      await shop.claim(holder);
      expect(await shop.pass(holder)).toMatchObject({ id: purchase?._id.toHexString() });
    }
    expect(await chargesOf()).toEqual(charges);

    const rows = await allRows();
    await tested.reconcile(from);
    expect(await allRows()).toEqual(rows);
    expect(await shop.purchases().countDocuments({ providerOrderId: known })).toBe(1);

    const { receiptCode = '', grant } = lost.rows[0] ?? {};
    const { pass } = await shop.restore({ receiptCode, email: 'plan@example.com' });
    expect(Math.abs(Date.parse(pass.expiresAt) - Number(grant?.endsAt))).toBeLessThan(5_000);
  });

  it('knows what was paid, refunded or finished, and gives no access for what was refunded', async () => {
    const [paid, part, whole, open] = [newBrowser(), newBrowser(), newBrowser(), newBrowser()];
    const ids = {
      part: await tested.bought('paypal', 'premium_monthly', part),
      whole: await tested.bought('razorpay', 'hourly', whole),
      paid: await tested.approved('paypal', 'hourly', paid),
    };
    const { id: opened } = await shop.order(open, { provider: 'razorpay' });
    // Before the provider's answer was stored.
    const $unset = { providerOrderId: 1 as const, approveUrl: 1 as const };
    await shop.purchases().updateOne({ providerOrderId: opened }, { state: 'created', $unset });
    const { lost, from } = await tested.loseAllAfter(async () => {
      await shop.capture(ids.paid, paid);
      await razorpay.approve(opened);
      await paypal.refundPart(await captureOf(ids.part), '5.00');
      await razorpay.turn(await captureOf(ids.whole), 'refund');
      const id = await tested.bought('paypal', 'premium_monthly', newBrowser());
      await paypal.turn(await captureOf(id), 'refund');
      return id;
    });
    const right = { settled: 1, foreign: 0, failed: 0, unclear: 0 };
    expect(await tested.reconcile(from)).toMatchObject({
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

  it('finds recent payments at PayPal by events, before they are in its list', async () => {
    await paypal.delayLists(3 * HOUR);
    const { lost, from } = await tested.loseAllAfter(() =>
      tested.bought('paypal', 'premium_monthly', newBrowser()),
    );
    expect((await tested.run('--from', from)).code).toBe(3);
    expect(await isStored(lost)).toBe(false);
    await paypal.registerWebhook();
    await tested.reconcile(from);
    expect(await stored(lost)).toMatchObject({ state: 'paid' });
    await paypal.delayLists(0);
    expect(await tested.reconcile(from)).toMatchObject({ paypal: { rebuilt: 0 } });
  });

  it('gives receipts numbers of a new series, which no lost receipt has', async () => {
    const numbersOf = async (id: string) => {
      await issueReceipts();
      return (await stored(id)).receiptNumbers;
    };
    const { lost, from } = await tested.loseAllAfter(async () => {
      const id = await tested.bought('razorpay', 'hourly', newBrowser());
      return { id, numbers: await numbersOf(id) };
    });
    const { output } = await tested.run('--from', from);
    const digit = /begin with (\d)/.exec(output)?.[1] ?? '';
    const [number = ''] = (await numbersOf(lost.id)) ?? [];
    expect(number).toMatch(new RegExp(`^TEST-\\d{4}-\\d{2}/${digit}\\d{5}$`));
    expect(lost.numbers).not.toContain(number);
    // A repetition goes on, another restore begins the next one.
    const begin = async (at: number) => {
      const repository = shop.service.get(InstallationRepository);
      return (await repository.beginReceiptSeries(new Date(at), new Date(), undefined)).series;
    };
    expect(await begin(Date.parse(from))).toBe(digit);
    expect(await begin(Date.parse(from) - 1)).toBe(String(Number(digit) + 1));
  });

  it('is finished by a repetition after failures of the provider', async () => {
    const holder = newBrowser();
    const { lost, from } = await tested.loseAllAfter(() =>
      tested.bought('razorpay', 'premium_yearly', holder),
    );
    await razorpay.fault({ call: 'getPayments', kind: 'error' });
    expect(await tested.run('--from', from)).toMatchObject({ code: 1 });
    await razorpay.fault({ call: 'listRefunds', kind: 'error' });
    await expect(tested.reconcile(from)).rejects.toThrow();
    expect(await tested.reconcile(from)).toMatchObject({ razorpay: { failed: 0 } });
    expect(await stored(lost)).toMatchObject({ state: 'paid', grant: { holder } });
  });

  it('runs beside itself, a webhook and the buyer who comes back', async () => {
    const holder = newBrowser();
    const { lost, from } = await tested.loseAllAfter(async () => {
      const id = await tested.bought('paypal', 'premium_monthly', holder);
      return { id, orderId: (await stored(id))._id.toHexString() };
    });
    const webhook = await shop.webhook(lost.orderId, 'PAYMENT.CAPTURE.COMPLETED');
    let isOver = false;
    const beside = (async () => {
      while (!isOver) {
        await shop.deliver(webhook);
        await shop.capture(lost.id, holder).catch(() => undefined);
      }
    })();
    const runs = await Promise.all([tested.reconcile(from), tested.reconcile(from)]);
    isOver = true;
    await beside;
    for (const { paypal: counts } of runs) expect(counts).toMatchObject({ failed: 0, unclear: 0 });
    const again = await stored(lost.id);
    expect(again).toMatchObject({ state: 'paid', grant: { holder, startsAt: again.paidAt } });
    await issueReceipts();
    expect((await stored(lost.id)).receiptNumbers).toHaveLength(1);
    const { captures } = await paypal.ledger();
    expect(captures.filter(({ customId }) => customId === lost.orderId)).toHaveLength(1);
    expect(await shop.refundsOf(lost.id)).toEqual([]);
  });

  // The last one: what it leaves is unclear for all later runs.
  it('leaves to others what is theirs, and to a person what it cannot judge', async () => {
    const { clientId, secret, base: baseUrl } = paypal;
    const others = new PaypalProvider({
      ...{ clientId, clientSecret: secret, baseUrl, mode: 'test', callTimeoutMs: 8_000 },
      ...{ productName: { en: 'Another', kn: 'Another' }, webhookId: undefined, payee: undefined },
    });
    const from = new Date().toISOString();
    const unmarked = newProviderOrder();
    for (const order of [newProviderOrder({ orderId: `shop-${newRequestId()}` }), unmarked]) {
      const { id } = await others.createOrder(order, newRequestId());
      await paypal.approve(id);
      await others.captureOrder(id, newRequestId());
    }
    const { code, output } = await tested.run('--from', from, '--receipt-series', '1');
    expect(output).toContain('numbers of receipts begin with 1');
    expect(output).toContain('1 foreign, 0 failed, 1 unclear');
    expect(output).toContain(`order ${unmarked.orderId}: has no valid mark of this installation`);
    expect(code).toBe(2);
    expect(await shop.purchases().findById(unmarked.orderId)).toBeNull();
  });
});
