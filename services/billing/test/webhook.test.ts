import { AppLogger } from '@ctdb/chassis';
import { waitUntil } from '@ctdb/chassis/testing';
import { refundOrder } from '@ctdb/contracts';
import { describe, expect, it, vi } from 'vitest';
import { PaymentProviders } from '../src/payments/payment-providers.js';
import { codeOf } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop();
const { simulator, stateOf } = shop;

const seen = async (): Promise<string[]> => {
  const marks = shop.purchases().db.collection<{ _id: string }>('webhook_events');
  return (await marks.find().toArray()).map(({ _id }) => _id);
};

/** A payment that PayPal has held, and then released or denied; and what PayPal tells of that. */
const turned = async (outcome: 'release' | 'deny', type = COMPLETED) => {
  const holder = newBrowser();
  const id = await shop.approved(holder, 'pending');
  await shop.capture(id, holder);
  const { _id, captureId = '' } = await shop.stored(id);
  await simulator.turn(captureId, outcome);
  return { id, event: await shop.eventOf(_id.toHexString(), type) };
};
const deliver = async (event: string, forge?: string) =>
  shop.deliver(await simulator.sign(event, forge));

const COMPLETED = 'PAYMENT.CAPTURE.COMPLETED';

describe('webhooks', () => {
  it('settle a held payment at once, and repetitions change nothing', async () => {
    const { id, event } = await turned('release');
    await deliver(event);
    const paid = await shop.stored(id);
    expect(paid.state).toBe('paid');
    // The clock starts with the buyer's browser, not with PayPal's message.
    expect(paid.grant).toBeUndefined();
    await deliver(event);
    await deliver(event);
    const { state, changedAt, receiptCode } = paid;
    expect(await shop.stored(id)).toMatchObject({ state, changedAt, receiptCode });
    expect((await seen()).filter((one) => one === event)).toHaveLength(1);
  });

  it('deny a held payment', async () => {
    const { id, event } = await turned('deny', 'PAYMENT.CAPTURE.DENIED');
    await deliver(event);
    expect(await stateOf(id)).toBe('denied');
  });

  it('are one charge and one pass, shuffled, doubled and beside twelve captures', async () => {
    const holder = newBrowser();
    const id = await shop.approved(holder);
    const purchaseId = (await shop.stored(id))._id.toHexString();
    await simulator.fault({ call: 'captureOrder', kind: 'slowReply', ms: 400 });
    const captures = Array.from({ length: 12 }, () => shop.capture(id, holder));
    const own = async () =>
      (await simulator.events()).filter((event) => JSON.stringify(event).includes(purchaseId));
    await waitUntil(async () => (await own()).some(({ type }) => type === COMPLETED));
    const events = (await own()).flatMap((event) => [event, event]);
    const shuffled = events.map((event) => ({ ...event, at: Math.random() }));
    shuffled.sort((one, other) => one.at - other.at);
    await Promise.all(shuffled.map((event) => deliver(event.id)));
    const answers = await Promise.all(captures);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await shop.capturesOf(id)).map(({ status }) => status)).toEqual(['COMPLETED']);
    expect(await shop.pass(holder)).toMatchObject({ id: purchaseId });
  });

  it('end the access of a payment that was refunded at PayPal', async () => {
    const holder = newBrowser();
    const { id, purchaseId } = await shop.bought(holder);
    expect(await shop.pass(holder)).toBeDefined();
    await simulator.turn((await shop.stored(id)).captureId ?? '', 'refund');
    await shop.deliver(await shop.webhook(purchaseId, 'PAYMENT.CAPTURE.REFUNDED'));
    expect(await shop.stored(id)).toMatchObject({ state: 'refunded' });
    expect((await shop.stored(id)).refundedBy).toBeUndefined();
    expect(await shop.pass(holder)).toBeUndefined();
    expect(await codeOf(shop.capture(id, holder))).toBe('PURCHASE_ENDED');
  });

  it('only note that a buyer has agreed: money is asked for by the buyer’s browser', async () => {
    const id = await shop.approved(newBrowser());
    const purchaseId = (await shop.stored(id))._id.toHexString();
    await shop.deliver(await shop.webhook(purchaseId, 'CHECKOUT.ORDER.APPROVED'));
    expect(await stateOf(id)).toBe('open');
    expect(await shop.capturesOf(id)).toEqual([]);
  });

  it('believe PayPal’s books, not the message: a completed one of before is worth nothing', async () => {
    const holder = newBrowser();
    const { id, purchaseId } = await shop.bought(holder);
    await shop.admin(refundOrder, { id: purchaseId });
    await shop.deliver(await shop.webhook(purchaseId, COMPLETED));
    expect(await stateOf(id)).toBe('refunded');
    expect(await shop.pass(holder)).toBeUndefined();
  });

  it('are refused when forged, and taken again after a failure in the middle', async () => {
    const { id, event } = await turned('release');
    expect(await codeOf(deliver(event, 'key'))).toBe('INVALID_SIGNATURE');
    expect(await stateOf(id)).toBe('pending');
    await simulator.fault({ call: 'getOrder', kind: 'error' });
    expect(await codeOf(deliver(event))).toBe('SERVICE_UNAVAILABLE');
    expect(await seen()).not.toContain(event);
    await deliver(event);
    expect(await stateOf(id)).toBe('paid');
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
      await deliver(await shop.eventOf(orderId, COMPLETED));
    };
    const refunded = await shop.bought(newBrowser());
    await simulator.turn((await shop.stored(refunded.id)).captureId ?? '', 'refund');
    await reverse(refunded.purchaseId);
    expect(await stateOf(refunded.id)).toBe('refunded');
    expect(complaints()).toEqual([]);

    const paid = await shop.bought(newBrowser());
    await reverse(paid.purchaseId);
    expect(await stateOf(paid.id)).toBe('paid');
    const details = { orderId: paid.purchaseId, event: 'payment-reversed' };
    expect(complaints()).toEqual([[expect.any(String), expect.objectContaining(details)]]);
    logged.mockRestore();
  });
});
