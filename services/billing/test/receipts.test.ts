import { waitUntil } from '@ctdb/chassis/testing';
import {
  CSV_BOM,
  exportReceipts,
  getMonthTotals,
  getReceiptPdf,
  getReceipts,
  listOrders,
  paymentProviders,
  type ReceiptDocument,
  refundOrder,
  searchOrders,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { Types } from 'mongoose';
import { PurchaseRecoveryService } from '../src/payments/recovery/purchase-recovery.service.js';
import { PurchasesRepository } from '../src/purchases/purchases.repository.js';
import { ReceiptRecord } from '../src/receipts/receipt.record.js';
import { ReceiptsService } from '../src/receipts/receipts.service.js';
import { numberFaults } from './histories/oracle.js';
import { codeOf, GSTIN, simulators } from './support/billing.js';
import { newBrowser, type Payment } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop();

const receiptsOf = async (id: string, browser?: string): Promise<ReceiptDocument[]> =>
  (await (browser ? shop.buyer : shop.admin)(getReceipts, { id, browser })).documents;
const issueDue = () => shop.service.get(ReceiptsService).issueDue();
const written = () => shop.model<ReceiptRecord>(ReceiptRecord.name);
const stored = () => written().find().lean();

/** A payment in rupees that has just been captured. */
const paid = (payment: Payment = {}) => {
  const charge = { amountMinor: 249_900, currency: 'INR' as const };
  const due = { receiptNumbers: [], receiptsDue: new Types.ObjectId().toHexString() };
  const own = { ...charge, ...due, ...payment };
  return shop.ledger.paid('premium_monthly', newBrowser(), own);
};

const refund = async (id: string): Promise<void> => {
  const repository = shop.service.get(PurchasesRepository);
  const purchase = await repository.findById(id);
  if (!purchase) throw new Error('there is no such purchase');
  const refunding = await repository.transition(purchase, 'refundStarted', { refundedBy: 'a' });
  if (refunding) await repository.transition(refunding, 'refunded', {});
};

it('receipts of twelve payments at the same time are numbered 1 to 12, one for each', async () => {
  const purchases = await Promise.all(Array.from({ length: 12 }, () => shop.bought()));
  // Several replicas and readers write them at the same time.
  const { browser, purchaseId } = purchases[0] ?? { browser: '', purchaseId: '' };
  await Promise.all([issueDue(), issueDue(), issueDue(), receiptsOf(purchaseId, browser)]);
  const all = await stored();
  const ids = purchases.map((one) => one.purchaseId);
  expect(all.map(({ source }) => source).sort()).toEqual(ids.sort());
  expect(numberFaults(all.map(({ _id }) => _id))).toEqual([]);
  for (const { _id } of all) expect(_id).toMatch(/^TEST-\d{4}-\d{2}\/\d{6}$/);
  const due = { receiptsDue: { $exists: true } };
  const isDone = async () => (await shop.purchases().countDocuments(due)) === 0;
  await waitUntil(isDone, 'a receipt is still due');
});

it('receipts stay one after a crash between the document and its mark', async () => {
  const { id } = await paid();
  const [first] = await receiptsOf(id);
  await shop.purchases().updateOne({ _id: id }, { receiptsDue: 'again', receiptNumbers: [] });
  await issueDue();
  expect(await receiptsOf(id)).toEqual([first]);
  expect((await shop.purchases().findById(id).lean())?.receiptNumbers).toEqual([first?.number]);
});

it('receipts show the tax of the seller and the buyer, and no whole address', async () => {
  const { id } = await paid({ payerEmail: 'asha@example.in' });
  const [receipt] = await receiptsOf(id);
  expect(receipt).toMatchObject({
    seller: { name: 'Clinic', address: 'Bengaluru', gstin: GSTIN },
    amountMinor: 249_900,
    tax: { ratePercent: 18, taxable: 211_780, cgst: 19_060, sgst: 19_060 },
    supplyState: '29',
    payer: 'a***@example.in',
  });
  const dollars = await paid({ currency: 'USD' });
  expect((await receiptsOf(dollars.id))[0]?.tax).toBeUndefined();
  // In the state that a buyer in rupees was asked for.
  const browser = newBrowser();
  const order = { provider: 'razorpay', buyerState: '27' } as const;
  const { purchaseId } = await shop.bought({ browser, ...order });
  const elsewhere = {
    method: 'razorpay',
    isTest: true,
    tax: { igst: 12_188 },
    supplyState: '27',
  };
  expect(await receiptsOf(purchaseId, browser)).toMatchObject([elsewhere]);
});

it('receipts are read by the browser that has the payment, and by administrators', async () => {
  const { id, browser } = await paid();
  const [receipt] = await receiptsOf(id, browser);
  const number = receipt?.number ?? '';
  expect(await receiptsOf(id)).toEqual([receipt]);
  expect(await codeOf(shop.buyer(getReceipts, { id }))).toBe('NOT_FOUND');
  const own = { id, browser, number, language: 'kn' as const };
  const { pdf } = await shop.buyer(getReceiptPdf, own);
  expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  const others = { id, browser, number: '2026-27/999999', language: 'en' as const };
  expect(await codeOf(shop.buyer(getReceiptPdf, others))).toBe('NOT_FOUND');
  const { items } = await shop.admin(listOrders, { page: 1, limit: 1 });
  for (const [order] of [await shop.list(browser), items])
    expect(order).toMatchObject({ id, receiptNumbers: [number] });
});

it('receipts have no credit note where an earlier version took the payment', async () => {
  const { id } = await paid({ receiptNumbers: undefined, receiptsDue: undefined });
  await refund(id);
  expect(await receiptsOf(id)).toEqual([]);
});

it('credit notes follow a refund, once, and find its order', async () => {
  const { purchaseId } = await shop.bought();
  await shop.admin(refundOrder, { id: purchaseId });
  await Promise.all([issueDue(), issueDue()]);
  const [receipt, note, ...others] = await receiptsOf(purchaseId);
  expect(others).toEqual([]);
  const { number: originalNumber } = receipt ?? {};
  expect(note).toMatchObject({ kind: 'creditNote', originalNumber, amountMinor: 999 });
  expect(note?.number).toMatch(/^TEST-CN\d{4}-\d{2}\/000001$/);
  const find = async (text: string) =>
    (await shop.admin(searchOrders, { text, page: 1, limit: 5 })).items.map(({ id }) => id);
  const { reference = '' } = receipt ?? {};
  for (const text of [purchaseId, originalNumber, note?.number.toLowerCase(), reference])
    expect(await find(text ?? '')).toEqual([purchaseId]);
  const { id, email } = await paid();
  expect(await find(email.slice(0, -4).toUpperCase())).toEqual([id]);
  expect(await find('.*')).toEqual([]);
});

it('credit notes are not older than a receipt that another process has just written', async () => {
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
] as const)('a part that %s refunds has one credit note', async (provider, type, amounts) => {
  const browser = newBrowser();
  const simulator = simulators[provider];
  const { captureId, purchaseId } = await shop.bought({ browser, provider });
  await simulator.refundPart(captureId, '4.00');
  const webhook = simulator.sign(await shop.eventOf(purchaseId, type, simulator));
  await Promise.all([1, 2].map(() => shop.deliver(webhook, provider)));
  const amountsOf = async () =>
    (await receiptsOf(purchaseId, browser)).map(({ amountMinor }) => amountMinor);
  expect(await amountsOf()).toEqual(amounts.slice(0, 2));
  expect(await shop.pass(browser)).toBeDefined();
  await shop.admin(refundOrder, { id: purchaseId });
  expect(await amountsOf()).toEqual(amounts);
});

it.each(paymentProviders)('a part has a note also without a webhook of %s', async (provider) => {
  const { browser, captureId, purchaseId } = await shop.bought({ provider });
  await simulators[provider].refundPart(captureId, '4.00');
  const recovery = shop.service.get(PurchaseRecoveryService);
  expect(await recovery.findDue()).not.toContain(purchaseId);
  await shop.purchases().updateOne({ _id: purchaseId }, { recheckAt: new Date(0) });
  expect(await recovery.findDue()).toContain(purchaseId);
  await Promise.all([recovery.recover(purchaseId), recovery.recover(purchaseId)]);
  expect((await receiptsOf(purchaseId, browser))[1]).toMatchObject({ amountMinor: 400 });
  expect(await recovery.findDue()).not.toContain(purchaseId);
  expect(await shop.pass(browser)).toBeDefined();
});

it('credit notes of parts and of the rest add up to the receipt', async () => {
  const partialRefunds = [83_333, 1].map((amountMinor) => ({
    id: `${amountMinor}`,
    amountMinor,
  }));
  const { id } = await paid({ partialRefunds });
  expect(await receiptsOf(id)).toHaveLength(3);
  await refund(id);
  const [, ...notes] = await receiptsOf(id);
  expect(notes.map(({ amountMinor }) => amountMinor)).toEqual([83_333, 1, 166_566]);
});

it('the month as CSV and as totals has every document once, and cells that no program takes for a formula', async () => {
  await paid({ captureId: '=1+1' });
  const { id } = await paid();
  await issueDue();
  await written().updateOne({ source: id }, { supplyState: '04' });
  const all = await stored();
  const month = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7);
  const { text, next } = await shop.admin(exportReceipts, { month });
  expect(next).toBeUndefined();
  const [header = '', ...rows] = text.trimEnd().split('\r\n');
  expect(header.startsWith(`${CSV_BOM}"number","kind",`)).toBe(true);
  const numbers = all.map(({ _id }) => `"${_id}"`);
  expect(rows.map((row) => row.split(',')[0]).sort()).toEqual(numbers.sort());
  expect(text).toContain(`,"'=1+1"`);
  expect(text).toContain('"cgst","sgst","utgst","igst"');
  expect(text).toContain(',"18","190.60","190.60","","","29-Karnataka",');
  expect(text).toContain(',"18","190.60","","190.60","","04-Chandigarh",');
  const { totals } = await shop.admin(getMonthTotals, { month });
  for (const { currency, isTest, ...total } of totals) {
    const [paidMinor, refundedMinor] = ['receipt', 'creditNote'].map((kind) =>
      all
        .filter((one) => one.kind === kind && one.currency === currency && one.isTest === isTest)
        .reduce((sum, one) => sum + one.amountMinor, 0),
    );
    expect(total).toEqual({ paidMinor, refundedMinor });
  }
  const kinds = new Set(all.map(({ currency, isTest }) => `${currency} ${isTest}`));
  expect(totals).toHaveLength(kinds.size);
  expect((await shop.admin(exportReceipts, { month: '2020-01' })).text).toBe(`${header}\r\n`);
});
