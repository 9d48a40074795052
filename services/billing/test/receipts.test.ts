import { waitUntil } from '@ctdb/chassis/testing';
import {
  CSV_BOM,
  exportReceipts,
  getCheckout,
  getReceiptPdf,
  getReceipts,
  listOrders,
  listPurchases,
  receiveWebhook,
  type ReceiptDocument,
  refundOrder,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { PurchaseRecoveryService } from '../src/payments/purchase-recovery.service.js';
import { PurchasesRepository } from '../src/purchases/purchases.repository.js';
import { ReceiptRecord } from '../src/receipts/receipt.record.js';
import { ReceiptsService } from '../src/receipts/receipts.service.js';
import { errorOf } from './support/billing.js';
import { ledgerOf, newBrowser, type Payment } from './support/ledger.js';
import { RazorpaySimulator } from './support/razorpay.js';
import { Shop } from './support/shop.js';

const GSTIN = '29AAGCB7383J1Z4';
const seller = { SELLER_NAME: 'Clinic', SELLER_ADDRESS: 'Bengaluru', SELLER_GSTIN: GSTIN };
const razorpay = new RazorpaySimulator();
const shop = new Shop({ ...seller, ...razorpay.env, RECONCILE_SECONDS: '3600' });
const simulators = { paypal: shop.simulator, razorpay };

const receiptsOf = (id: string, holder?: string): Promise<ReceiptDocument[]> =>
  (holder === undefined ? shop.admin : shop.buyer)(getReceipts, { id, holder }).then(
    ({ documents }) => documents,
  );
const issueDue = () => shop.service.get(ReceiptsService).issueDue();
const written = () => shop.service.get<Model<ReceiptRecord>>(getModelToken(ReceiptRecord.name));
const stored = () => written().find().lean();

/** A payment in rupees that has just been captured. */
const paid = (payment: Payment = {}) => {
  const charge = { amountMinor: 249_900, currency: 'INR' as const };
  const due = { receiptNumbers: [], receiptsDue: new Types.ObjectId().toHexString() };
  return ledgerOf(shop.service).paid('premium_monthly', newBrowser(), {
    ...charge,
    ...due,
    ...payment,
  });
};

const rupees = { amount: '799.00', currency: 'INR', provider: 'razorpay' } as const;

/** An hour that was paid for in rupees. */
const boughtInRupees = async (holder: string, order: Parameters<typeof shop.order>[1] = {}) => {
  const { id } = await shop.order(holder, { ...rupees, buyerState: '29', ...order });
  await razorpay.approve(id);
  await shop.capture(id, holder);
  return { id, purchaseId: (await shop.stored(id))._id.toHexString() };
};

const refund = async (id: string): Promise<void> => {
  const repository = shop.service.get(PurchasesRepository);
  const purchase = await repository.findById(id);
  if (!purchase) throw new Error('there is no such purchase');
  const refunding = await repository.transition(purchase, 'refundStarted', { refundedBy: 'a' });
  if (refunding) await repository.transition(refunding, 'refunded', {});
};

describe('receipts', () => {
  it('of 50 payments at the same time are numbered 1 to 50, one for each', async () => {
    const bought = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const holder = newBrowser();
        return { holder, ...(await shop.bought(holder)) };
      }),
    );
    // Several replicas and readers write them at the same time.
    const { holder, purchaseId } = bought[0] ?? { holder: '', purchaseId: '' };
    await Promise.all([issueDue(), issueDue(), issueDue(), receiptsOf(purchaseId, holder)]);
    const all = await stored();
    expect(all.map(({ source }) => source).sort()).toEqual(
      bought.map((one) => one.purchaseId).sort(),
    );
    const counts = all
      .map(({ _id }) => Number(_id.split('/')[1]))
      .sort((one, other) => one - other);
    expect(counts).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    for (const { _id } of all) expect(_id).toMatch(/^TEST-\d{4}-\d{2}\/\d{6}$/);
    await waitUntil(
      async () => (await shop.purchases().countDocuments({ receiptsDue: { $exists: true } })) === 0,
      'a receipt is still due',
    );
  }, 60_000);

  it('stay one after a crash between the document and its mark', async () => {
    const { id } = await paid();
    const [first] = await receiptsOf(id);
    await shop.purchases().updateOne({ _id: id }, { receiptsDue: 'again', receiptNumbers: [] });
    await issueDue();
    expect(await receiptsOf(id)).toEqual([first]);
    expect((await shop.purchases().findById(id).lean())?.receiptNumbers).toEqual([first?.number]);
  });

  it('show the tax of the seller and the buyer, and no whole address', async () => {
    const { id } = await paid({ payerEmail: 'asha@example.in' });
    const [receipt] = await receiptsOf(id);
    expect(receipt).toMatchObject({
      seller: { name: 'Clinic', address: 'Bengaluru', gstin: GSTIN },
      amountMinor: 249_900,
      tax: { ratePercent: 18, taxable: 211_780, cgst: 19_060, sgst: 19_060 },
      supplyState: '29',
      payer: 'a***@example.in',
    });
    const elsewhere = await paid({ buyerState: '27' });
    expect((await receiptsOf(elsewhere.id))[0]).toMatchObject({
      tax: { taxable: 211_780, igst: 38_120 },
      supplyState: '27',
    });
    const dollars = await paid({ currency: 'USD' });
    expect((await receiptsOf(dollars.id))[0]?.tax).toBeUndefined();
  });

  it('show the tax of the state that a buyer in rupees was asked for', async () => {
    const { providers = [] } = await shop.buyer(getCheckout, {});
    expect(providers.map(({ name, isTaxedByState }) => [name, isTaxedByState])).toEqual([
      ['paypal', false],
      ['razorpay', true],
    ]);
    const holder = newBrowser();
    expect(await errorOf(shop.order(holder, rupees))).toMatchObject({
      code: 'VALIDATION_FAILED',
      params: { faults: [{ path: 'buyerState', code: 'REQUIRED' }] },
    });
    const { purchaseId } = await boughtInRupees(holder, { buyerState: '27' });
    expect(await receiptsOf(purchaseId, holder)).toMatchObject([
      { method: 'razorpay', isTest: true, tax: { igst: 12_188 }, supplyState: '27' },
    ]);
  });

  it('are read by the browser that has the payment, and by administrators', async () => {
    const { id, browser } = await paid();
    const [receipt] = await receiptsOf(id, browser);
    const number = receipt?.number ?? '';
    expect(await receiptsOf(id)).toEqual([receipt]);
    expect((await errorOf(shop.buyer(getReceipts, { id }))).code).toBe('NOT_FOUND');
    const own = { id, holder: browser, number, language: 'kn' as const };
    const { pdf } = await shop.buyer(getReceiptPdf, own);
    expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    const others = { id, holder: browser, number: '2026-27/999999', language: 'en' as const };
    expect((await errorOf(shop.buyer(getReceiptPdf, others))).code).toBe('NOT_FOUND');
    const { purchases } = await shop.buyer(listPurchases, { holder: browser });
    const { items } = await shop.admin(listOrders, { page: 1, limit: 1 });
    expect(purchases.map(({ receiptNumbers }) => receiptNumbers)).toEqual([[number]]);
    expect(items[0]?.receiptNumbers).toEqual([number]);
  });

  it('have no credit note where an earlier version took the payment', async () => {
    const { id } = await paid({ receiptNumbers: undefined, receiptsDue: undefined });
    await refund(id);
    expect(await receiptsOf(id)).toEqual([]);
  });
});

describe('credit notes', () => {
  it('follow a refund that a process of an earlier version has confirmed', async () => {
    const { id } = await paid();
    await receiptsOf(id);
    await shop.purchases().updateOne({ _id: id }, { state: 'refunded', changedAt: new Date() });
    await issueDue();
    expect((await receiptsOf(id)).map(({ kind }) => kind)).toEqual(['receipt', 'creditNote']);
  });

  it('follow a refund, once', async () => {
    const holder = newBrowser();
    const { purchaseId } = await shop.bought(holder);
    await shop.admin(refundOrder, { id: purchaseId });
    await Promise.all([issueDue(), issueDue()]);
    const [receipt, note, ...others] = await receiptsOf(purchaseId);
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      kind: 'creditNote',
      originalNumber: receipt?.number,
      amountMinor: 999,
    });
    expect(note?.number).toMatch(/^TEST-CN\d{4}-\d{2}\/000001$/);
  });

  it('are not older than a receipt that another process has just written', async () => {
    const { id } = await paid();
    const [receipt] = await receiptsOf(id);
    const issuedAt = new Date(Date.now() + 60_000);
    await written().updateOne({ source: id }, { issuedAt });
    await refund(id);
    const documents = await receiptsOf(id);
    expect(documents.map((one) => one.originalNumber)).toEqual([undefined, receipt?.number]);
    expect(documents[1]?.issuedAt).toBe(issuedAt.toISOString());
  });

  it.each([
    ['paypal', 'PAYMENT.CAPTURE.REFUNDED', [999, 400, 599]],
    ['razorpay', 'refund.processed', [79_900, 400, 79_500]],
  ] as const)(
    'of a part are written once when %s reports it, and the access stays',
    async (provider, type, amounts) => {
      const holder = newBrowser();
      const simulator = simulators[provider];
      const { id, purchaseId } = await (provider === 'paypal'
        ? shop.bought(holder)
        : boughtInRupees(holder));
      const { captureId = '' } = await shop.stored(id);
      await simulator.refundPart(captureId, '4.00');
      const event = (await simulator.events()).filter((one) => one.type === type).at(-1);
      const { headers, body } = await simulator.sign(event?.id ?? '');
      const webhook = { provider, headers, body: Buffer.from(body).toString('base64') };
      await Promise.all([shop.buyer(receiveWebhook, webhook), shop.buyer(receiveWebhook, webhook)]);
      const amountsOf = async () =>
        (await receiptsOf(purchaseId, holder)).map(({ amountMinor }) => amountMinor);
      expect(await amountsOf()).toEqual(amounts.slice(0, 2));
      expect(await shop.pass(holder)).toBeDefined();
      await shop.admin(refundOrder, { id: purchaseId });
      expect(await amountsOf()).toEqual(amounts);
    },
  );

  it.each(['paypal', 'razorpay'] as const)(
    'of a part are written within a day after the webhook of %s was lost',
    async (provider) => {
      const holder = newBrowser();
      const { id, purchaseId } = await (provider === 'paypal'
        ? shop.bought(holder)
        : boughtInRupees(holder));
      await simulators[provider].refundPart((await shop.stored(id)).captureId ?? '', '4.00');
      const recovery = shop.service.get(PurchaseRecoveryService);
      expect(await recovery.findDue()).not.toContain(purchaseId);
      await shop.purchases().updateOne({ _id: purchaseId }, { recheckAt: new Date(0) });
      expect(await recovery.findDue()).toContain(purchaseId);
      await Promise.all([recovery.recover(purchaseId), recovery.recover(purchaseId)]);
      expect((await receiptsOf(purchaseId, holder))[1]).toMatchObject({ amountMinor: 400 });
      expect(await recovery.findDue()).not.toContain(purchaseId);
      expect(await shop.pass(holder)).toBeDefined();
    },
  );

  it('of parts and of the rest add up to the receipt', async () => {
    const { id } = await paid({
      partialRefunds: [
        { id: 'first', amountMinor: 83_333 },
        { id: 'second', amountMinor: 1 },
      ],
    });
    expect(await receiptsOf(id)).toHaveLength(3);
    await refund(id);
    const [receipt, ...notes] = await receiptsOf(id);
    expect(notes.map(({ amountMinor }) => amountMinor)).toEqual([83_333, 1, 166_566]);
    for (const name of ['taxable', 'cgst', 'sgst'] as const)
      expect(notes.reduce((sum, { tax }) => sum + (tax?.[name] ?? 0), 0)).toBe(
        receipt?.tax?.[name],
      );
  });
});

describe('the month as CSV', () => {
  it('has every document once, and cells that no program takes for a formula', async () => {
    await paid({ captureId: '=1+1' });
    const { id } = await paid();
    await issueDue();
    await written().updateOne({ source: id }, { supplyState: '04' });
    const all = await stored();
    const month = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7);
    const { text, next } = await shop.admin(exportReceipts, { month });
    expect(next).toBeUndefined();
    const [header = '', ...rows] = text.trimEnd().split('\r\n');
    expect(header.startsWith(`${CSV_BOM}number,kind,`)).toBe(true);
    expect(rows.map((row) => row.split(',')[0]).sort()).toEqual(all.map(({ _id }) => _id).sort());
    expect(text).toContain(",'=1+1");
    expect(text).toContain('cgst,sgst,utgst,igst');
    expect(text).toContain(',18,190.60,190.60,,,29-Karnataka,');
    expect(text).toContain(',18,190.60,,190.60,,04-Chandigarh,');
    expect((await shop.admin(exportReceipts, { month: '2020-01' })).text).toBe(`${header}\r\n`);
    expect((await errorOf(shop.buyer(exportReceipts, { month }))).code).toBe('FORBIDDEN');
  });
});
