import { eventSpy, waitUntil } from '@ctdb/chassis/testing';
import { purchaseEvents, restoreAccess } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { PaypalProvider } from '../src/payments/paypal/paypal.provider.js';
import { PassesService } from '../src/passes/passes.service.js';
import { ReceiptsService } from '../src/receipts/receipts.service.js';
import type { PurchaseRecord } from '../src/purchases/purchase.record.js';
import { freshAddress } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { newProviderOrder, newRequestId } from './support/paypal.js';
import { RestorableShop } from './support/restorable.js';

const tested = new RestorableShop();
const { shop, simulators } = tested;

/** The time of a backup, and what happens after it is lost. */
const loseAllAfter = async <T>(work: () => Promise<T>): Promise<{ lost: T; from: string }> => {
  const from = new Date().toISOString();
  const backup = await tested.backUp();
  const lost = await work();
  await tested.restore(backup);
  return { lost, from };
};

const stored = async (id: string): Promise<PurchaseRecord> => shop.stored(id);
const isStored = async (id: string) =>
  (await shop.purchases().exists({ providerOrderId: id })) !== null;
const claim = (holder: string) => shop.service.get(PassesService).activateUnclaimed(holder);
const issueReceipts = () => shop.service.get(ReceiptsService).issueDue();
const chargesOf = async () => {
  const all = await Promise.all(Object.values(simulators).map((one) => one.ledger()));
  return all.map(({ captures, refunds }) => ({ captures, refunds }));
};

describe('after a restore of an older database', () => {
  it('finds what was paid at both providers, once', async () => {
    const before = newBrowser();
    const known = await tested.bought('paypal', 'hourly', before);
    const [plan, hour, rupees, away] = [newBrowser(), newBrowser(), newBrowser(), newBrowser()];
    const { lost, from } = await loseAllAfter(async () => {
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

    const dry = await tested.run('--from', from, '--dry-run');
    expect(dry.output).toContain('paypal: 3 payments: 1 known, 0 settled, 0 refunded, 2 rebuilt');
    expect(dry.code).toBe(0);
    expect(await isStored(lost.ids[0])).toBe(false);

    const spy = await eventSpy(shop.env, purchaseEvents.rebuilt);
    const { code, output } = await tested.run('--from', from);
    expect(output).toContain('paypal: 3 payments: 1 known, 0 settled, 0 refunded, 2 rebuilt');
    expect(output).toContain('razorpay: 2 payments: 0 known, 0 settled, 0 refunded, 2 rebuilt');
    expect(output).not.toContain('example.com');
    expect(code).toBe(0);
    await spy.waitFor(purchaseEvents.rebuilt);

    for (const row of lost.rows) {
      const again = await stored(row.providerOrderId ?? '');
      // The receipt that the buyer has kept opens it still.
      for (const field of [
        '_id',
        'item',
        'amountMinor',
        'currency',
        'orderedBy',
        'locale',
      ] as const)
        expect([field, again[field]]).toEqual([field, row[field]]);
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
      await claim(holder);
      expect(await shop.pass(holder)).toMatchObject({ id: purchase?._id.toHexString() });
    }
    expect(await chargesOf()).toEqual(charges);

    const rows = await shop.purchases().find().sort({ _id: 1 }).lean();
    expect(await tested.run('--from', from)).toMatchObject({ code: 0 });
    expect(await shop.purchases().find().sort({ _id: 1 }).lean()).toEqual(rows);
    expect(await shop.purchases().countDocuments({ providerOrderId: known })).toBe(1);
  }, 180_000);

  it('opens access by the receipt of before in another browser, with the rest of its time', async () => {
    const { lost, from } = await loseAllAfter(async () => {
      const id = await tested.bought(
        'razorpay',
        'premium_monthly',
        newBrowser(),
        'asha@example.com',
      );
      return stored(id);
    });
    await tested.run('--from', from);
    const holder = newBrowser();
    const { receiptCode = '', grant } = lost;
    const request = { receiptCode, email: 'asha@example.com', holder, address: freshAddress() };
    const { pass } = await shop.buyer(restoreAccess, request);
    expect(Math.abs(Date.parse(pass.expiresAt) - Number(grant?.endsAt))).toBeLessThan(5_000);
  }, 180_000);

  it('knows what was paid, refunded or finished of orders in the backup', async () => {
    const holders = Array.from({ length: 4 }, newBrowser);
    const [paid, part, whole, open] = holders as [string, string, string, string];
    const ids = {
      part: await tested.bought('paypal', 'premium_monthly', part),
      whole: await tested.bought('razorpay', 'hourly', whole),
      paid: await tested.approved('paypal', 'hourly', paid),
    };
    const { id: opened } = await shop.order(open, {
      ...{ provider: 'razorpay', amount: '799.00', currency: 'INR' },
    });
    // Before the provider's answer was stored.
    await shop
      .purchases()
      .updateOne(
        { providerOrderId: opened },
        { $set: { state: 'created' }, $unset: { providerOrderId: 1, approveUrl: 1 } },
      );
    const { from } = await loseAllAfter(async () => {
      await shop.capture(ids.paid, paid);
      await simulators.razorpay.approve(opened);
      await simulators.paypal.refundPart((await stored(ids.part)).captureId ?? '', '5.00');
      await simulators.razorpay.turn((await stored(ids.whole)).captureId ?? '', 'refund');
    });
    const { code, output } = await tested.run('--from', from);
    expect(output).toMatch(
      /paypal: .* 1 settled, 1 refunded, 0 rebuilt, 0 foreign, 0 failed, 0 unclear/,
    );
    expect(output).toMatch(
      /razorpay: .* 1 settled, 1 refunded, 0 rebuilt, 0 foreign, 0 failed, 0 unclear/,
    );
    expect(code).toBe(0);
    expect(await stored(ids.paid)).toMatchObject({ state: 'paid' });
    expect(await stored(opened)).toMatchObject({ state: 'paid' });
    expect(await stored(ids.part)).toMatchObject({
      state: 'paid',
      partialRefunds: [{ amountMinor: 500 }],
    });
    expect(await stored(ids.whole)).toMatchObject({ state: 'refunded' });
    expect(await shop.pass(whole)).toBeUndefined();
  }, 180_000);

  it('gives no access for what was refunded since', async () => {
    const holder = newBrowser();
    const { lost, from } = await loseAllAfter(async () => {
      const id = await tested.bought('paypal', 'premium_monthly', holder);
      await simulators.paypal.turn((await stored(id)).captureId ?? '', 'refund');
      return id;
    });
    expect((await tested.run('--from', from)).code).toBe(0);
    expect(await stored(lost)).toMatchObject({ state: 'refunded' });
    expect((await stored(lost)).grant).toBeUndefined();
  }, 180_000);

  it('finds recent payments at PayPal by events, before they are in its list', async () => {
    const { paypal } = simulators;
    await paypal.delayLists(3 * 3_600_000);
    const { lost, from } = await loseAllAfter(() =>
      tested.bought('paypal', 'premium_monthly', newBrowser()),
    );
    expect((await tested.run('--from', from)).code).toBe(3);
    expect(await isStored(lost)).toBe(false);
    await paypal.registerWebhook();
    expect((await tested.run('--from', from)).code).toBe(3);
    expect(await stored(lost)).toMatchObject({ state: 'paid' });
    await paypal.delayLists(0);
    expect((await tested.run('--from', from)).output).toMatch(/paypal: .* 0 rebuilt/);
  }, 180_000);

  it('gives receipts numbers of a new series, which no lost receipt has', async () => {
    const numbersOf = async (id: string) => {
      await issueReceipts();
      return (await stored(id)).receiptNumbers;
    };
    const { lost, from } = await loseAllAfter(async () => {
      const id = await tested.bought('razorpay', 'hourly', newBrowser());
      return { id, numbers: await numbersOf(id) };
    });
    const { output } = await tested.run('--from', from);
    const digit = /begin with (\d)/.exec(output)?.[1] ?? '';
    const [number = ''] = (await numbersOf(lost.id)) ?? [];
    expect(number).toMatch(new RegExp(`^TEST-\\d{4}-\\d{2}/${digit}\\d{5}$`));
    expect(lost.numbers).not.toContain(number);
    // A repetition goes on, another restore begins the next one.
    expect((await tested.run('--from', from)).output).toContain(`begin with ${digit}`);
    const next = String(Number(digit) + 1);
    const other = new Date(Date.parse(from) - 1).toISOString();
    expect((await tested.run('--from', other)).output).toContain(`begin with ${next}`);
  }, 180_000);

  it('is finished by a repetition after a kill, and after failures of the provider', async () => {
    const { razorpay } = simulators;
    const holder = newBrowser();
    const { lost, from } = await loseAllAfter(() =>
      tested.bought('razorpay', 'premium_yearly', holder),
    );
    await razorpay.fault({ call: 'getPayments', kind: 'slow', ms: 7_000 });
    const killed = tested.start('--from', from);
    await waitUntil(() => isStored(lost), 'the purchase is not stored', 30_000);
    killed.kill();
    await killed.ended;
    expect(await stored(lost)).toMatchObject({ state: 'open' });
    await razorpay.fault({ call: 'getPayments', kind: 'error' });
    expect(await tested.run('--from', from)).toMatchObject({ code: 1 });
    await razorpay.fault({ call: 'listRefunds', kind: 'error' });
    expect(await tested.run('--from', from)).toMatchObject({ code: 1 });
    expect(await tested.run('--from', from)).toMatchObject({ code: 0 });
    expect(await stored(lost)).toMatchObject({ state: 'paid', grant: { holder } });
  }, 180_000);

  it('runs beside itself, a webhook and the buyer who comes back', async () => {
    const holder = newBrowser();
    const { lost, from } = await loseAllAfter(async () => {
      const id = await tested.bought('paypal', 'premium_monthly', holder);
      return { id, row: await stored(id) };
    });
    const events = await simulators.paypal.events();
    const orderId = lost.row._id.toHexString();
    const event = events.find(({ body }) => JSON.stringify(body).includes(orderId));
    const webhook = await simulators.paypal.sign(event?.id ?? '');
    const runs = [tested.start('--from', from).ended, tested.start('--from', from).ended];
    let isOver = false;
    const beside = (async () => {
      while (!isOver) {
        await shop.deliver(webhook);
        await shop.capture(lost.id, holder).catch(() => undefined);
      }
    })();
    const ends = await Promise.all(runs);
    isOver = true;
    await beside;
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    const again = await stored(lost.id);
    expect(again).toMatchObject({ state: 'paid', grant: { holder, startsAt: again.paidAt } });
    await issueReceipts();
    expect((await stored(lost.id)).receiptNumbers).toHaveLength(1);
    const { captures, refunds } = await simulators.paypal.ledger();
    const { captureId } = again;
    expect(captures.filter(({ customId }) => customId === orderId)).toHaveLength(1);
    expect(refunds.filter((refund) => refund.captureId === captureId)).toEqual([]);
  }, 180_000);

  // The last one: what it leaves is unclear for all later runs.
  it('leaves to others what is theirs, and to a person what it cannot judge', async () => {
    const { clientId, secret, base: baseUrl } = simulators.paypal;
    const others = new PaypalProvider({
      ...{ clientId, clientSecret: secret, baseUrl, mode: 'test', callTimeoutMs: 8_000 },
      ...{ productName: { en: 'Another', kn: 'Another' }, webhookId: undefined, payee: undefined },
    });
    const from = new Date().toISOString();
    const unmarked = newProviderOrder();
    for (const order of [newProviderOrder({ orderId: `shop-${newRequestId()}` }), unmarked]) {
      const { id } = await others.createOrder(order, newRequestId());
      await simulators.paypal.approve(id);
      await others.captureOrder(id, newRequestId());
    }
    const { code, output } = await tested.run('--from', from, '--receipt-series', '1');
    expect(output).toContain('numbers of receipts begin with 1');
    expect(output).toContain('1 foreign, 0 failed, 1 unclear');
    expect(output).toContain(`order ${unmarked.orderId}: has no valid mark of this installation`);
    expect(code).toBe(2);
    expect(await shop.purchases().findById(unmarked.orderId)).toBeNull();
  }, 180_000);
});
