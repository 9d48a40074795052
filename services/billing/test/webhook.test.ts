import { AppLogger } from '@ctdb/chassis';
import { waitUntil } from '@ctdb/chassis/testing';
import { refundOrder } from '@ctdb/contracts';
import { describe, expect, it, vi } from 'vitest';
import { PaymentProviders } from '../src/payments/payment-providers.js';
import { errorOf } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop({ RECONCILE_SECONDS: '3600' });
const { simulator } = shop;

/** The events that tell of one purchase, oldest first. */
const eventsOf = async (customId: string, type?: string) =>
  (await simulator.events()).filter(
    (event) => JSON.stringify(event).includes(customId) && (!type || event.type === type),
  );

const newest = async (customId: string, type: string): Promise<string> => {
  const found = (await eventsOf(customId, type)).at(-1);
  if (!found) throw new Error(`no event ${type}`);
  return found.id;
};

const seen = async (): Promise<string[]> => {
  const marks = await shop
    .purchases()
    .db.collection<{ _id: string }>('webhook_events')
    .find()
    .toArray();
  return marks.map(({ _id }) => _id);
};

const held = async (holder: string) => {
  const id = await shop.approved(holder, 'pending');
  await shop.capture(id, holder);
  const { _id, captureId = '' } = await shop.stored(id);
  return { id, captureId, purchaseId: _id.toHexString() };
};

const COMPLETED = 'PAYMENT.CAPTURE.COMPLETED';

describe('webhooks', () => {
  it('settle a held payment at once, and repetitions change nothing', async () => {
    const holder = newBrowser();
    const { id, captureId, purchaseId } = await held(holder);
    await simulator.turn(captureId, 'release');
    const event = await newest(purchaseId, COMPLETED);
    await shop.deliver(await simulator.sign(event));
    const paid = await shop.stored(id);
    expect(paid.state).toBe('paid');
    // The clock starts with the buyer's browser, not with PayPal's message.
    expect(paid.grant).toBeUndefined();
    for (let times = 0; times < 3; times += 1) await shop.deliver(await simulator.sign(event));
    const { state, changedAt, receiptCode } = paid;
    expect(await shop.stored(id)).toMatchObject({ state, changedAt, receiptCode });
    expect((await seen()).filter((one) => one === event)).toHaveLength(1);
  });

  it('deny a held payment', async () => {
    const { id, captureId, purchaseId } = await held(newBrowser());
    await simulator.turn(captureId, 'deny');
    await shop.deliver(await simulator.sign(await newest(purchaseId, 'PAYMENT.CAPTURE.DENIED')));
    expect((await shop.stored(id)).state).toBe('denied');
  });

  it('are one charge and one pass, shuffled, doubled and beside 20 captures', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder);
    const purchaseId = (await shop.stored(id))._id.toHexString();
    await simulator.fault({ call: 'captureOrder', kind: 'slowReply', ms: 400 });
    const captures = Array.from({ length: 20 }, () => shop.capture(id, holder));
    await waitUntil(async () => (await eventsOf(purchaseId, COMPLETED)).length > 0);
    const events = (await eventsOf(purchaseId)).flatMap((event) => [event, event, event]);
    const shuffled = events
      .map((event) => ({ event, at: Math.random() }))
      .sort((a, b) => a.at - b.at);
    await Promise.all(
      shuffled.map(async ({ event }) => shop.deliver(await simulator.sign(event.id))),
    );
    const answers = await Promise.all(captures);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const charged = (await simulator.ledger()).captures.filter(({ orderId }) => orderId === id);
    expect(charged.map(({ status }) => status)).toEqual(['COMPLETED']);
    expect(await shop.pass(holder)).toMatchObject({ id: purchaseId });
  });

  it('end the access of a payment that was refunded at PayPal', async () => {
    const holder = newBrowser();
    const { id, purchaseId } = await shop.bought(holder);
    const { captureId = '' } = await shop.stored(id);
    expect(await shop.pass(holder)).toBeDefined();
    await simulator.turn(captureId, 'refund');
    await shop.deliver(await simulator.sign(await newest(purchaseId, 'PAYMENT.CAPTURE.REFUNDED')));
    expect(await shop.stored(id)).toMatchObject({ state: 'refunded' });
    expect((await shop.stored(id)).refundedBy).toBeUndefined();
    expect(await shop.pass(holder)).toBeUndefined();
    expect((await errorOf(shop.capture(id, holder))).code).toBe('PURCHASE_ENDED');
  });

  it('only note that a buyer has agreed: money is asked for by the buyer’s browser', async () => {
    const id = await shop.approved(newBrowser());
    const purchaseId = (await shop.stored(id))._id.toHexString();
    await shop.deliver(await simulator.sign(await newest(purchaseId, 'CHECKOUT.ORDER.APPROVED')));
    expect((await shop.stored(id)).state).toBe('open');
    expect((await simulator.ledger()).captures.filter(({ orderId }) => orderId === id)).toEqual([]);
  });

  it('believe PayPal’s books, not the message: a completed one of before is worth nothing', async () => {
    const holder = newBrowser();
    const { id, purchaseId } = await shop.bought(holder);
    await shop.admin(refundOrder, { id: purchaseId });
    await shop.deliver(await simulator.sign(await newest(purchaseId, COMPLETED)));
    expect((await shop.stored(id)).state).toBe('refunded');
    expect(await shop.pass(holder)).toBeUndefined();
  });

  it('are refused when forged', async () => {
    const { id, captureId, purchaseId } = await held(newBrowser());
    await simulator.turn(captureId, 'release');
    const event = await newest(purchaseId, COMPLETED);
    const error = await errorOf(shop.deliver(await simulator.sign(event, 'key')));
    expect(error.code).toBe('INVALID_SIGNATURE');
    expect((await shop.stored(id)).state).toBe('pending');
    expect(await seen()).not.toContain(event);
  });

  it('are taken again after a failure in the middle', async () => {
    const { id, captureId, purchaseId } = await held(newBrowser());
    await simulator.turn(captureId, 'release');
    const event = await newest(purchaseId, COMPLETED);
    await simulator.fault({ call: 'getOrder', kind: 'error' });
    expect((await errorOf(shop.deliver(await simulator.sign(event)))).code).toBe(
      'SERVICE_UNAVAILABLE',
    );
    expect(await seen()).not.toContain(event);
    await shop.deliver(await simulator.sign(event));
    expect((await shop.stored(id)).state).toBe('paid');
    expect(await seen()).toContain(event);
  });

  it('of a payment that PayPal reverses and still calls paid are logged for an operator', async () => {
    // The simulator takes nothing back by itself.
    const provider = shop.service.get(PaymentProviders).get('paypal');
    const logged = vi.spyOn(shop.service.get(AppLogger), 'error');
    const complaints = () => logged.mock.calls.filter((call) => /reversed/.test(String(call[0])));
    const reverse = async (orderId: string) => {
      const type = 'PAYMENT.CAPTURE.REVERSED';
      const event = { id: `R-${orderId}`, type, kind: 'reversal', orderId } as const;
      const ids = { providerOrderId: undefined, captureId: undefined };
      vi.spyOn(provider, 'readEvent').mockResolvedValueOnce({ ...event, ...ids });
      await shop.deliver(await simulator.sign((await simulator.events())[0]?.id ?? ''));
    };
    const refunded = await shop.bought(newBrowser());
    await simulator.turn((await shop.stored(refunded.id)).captureId ?? '', 'refund');
    await reverse(refunded.purchaseId);
    expect((await shop.stored(refunded.id)).state).toBe('refunded');
    expect(complaints()).toEqual([]);

    const paid = await shop.bought(newBrowser());
    await reverse(paid.purchaseId);
    expect((await shop.stored(paid.id)).state).toBe('paid');
    const { purchaseId: orderId } = paid;
    expect(complaints()).toEqual([
      [expect.any(String), expect.objectContaining({ orderId, event: 'payment-reversed' })],
    ]);
  });
});
