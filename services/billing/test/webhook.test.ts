import { startTestService, waitUntil, type TestService } from '@ctdb/chassis/testing';
import { refundOrder } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { BillingModule } from '../src/billing.module.js';
import { newHolder, Shop } from './payments/shop.js';
import { StandIn, type SignedWebhook } from './payments/stand-in.js';
import { billingEnv, errorOf } from './support.js';

const standIn = new StandIn();
// Seldom enough that what happens here is not the reconciler's work.
const env = billingEnv({ ...standIn.env, RECONCILE_SECONDS: '3600' });
let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService(BillingModule, env);
  shop = await Shop.open(env, standIn, service);
}, 60_000);

/** The events that tell of one purchase, oldest first. */
const eventsOf = async (customId: string, type?: string) =>
  (await standIn.events()).filter(
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
    const holder = newHolder();
    const { id, captureId, purchaseId } = await held(holder);
    await standIn.turn(captureId, 'release');
    const event = await newest(purchaseId, COMPLETED);
    await shop.deliver(await standIn.sign(event));
    const paid = await shop.stored(id);
    expect(paid.state).toBe('paid');
    // The clock starts with the buyer's browser, not with PayPal's message.
    expect(paid.grant).toBeUndefined();
    for (let times = 0; times < 3; times += 1) await shop.deliver(await standIn.sign(event));
    const { state, changedAt, receiptCode } = paid;
    expect(await shop.stored(id)).toMatchObject({ state, changedAt, receiptCode });
    expect((await seen()).filter((one) => one === event)).toHaveLength(1);
  });

  it('deny a held payment', async () => {
    const { id, captureId, purchaseId } = await held(newHolder());
    await standIn.turn(captureId, 'deny');
    await shop.deliver(await standIn.sign(await newest(purchaseId, 'PAYMENT.CAPTURE.DENIED')));
    expect((await shop.stored(id)).state).toBe('denied');
  });

  it('are one charge and one pass, shuffled, doubled and beside 20 captures', async () => {
    const holder = newHolder();
    const id = await shop.approved(holder);
    const purchaseId = (await shop.stored(id))._id.toHexString();
    await standIn.fault({ call: 'captureOrder', kind: 'slowReply', ms: 400 });
    const captures = Array.from({ length: 20 }, () => shop.capture(id, holder));
    await waitUntil(async () => (await eventsOf(purchaseId, COMPLETED)).length > 0);
    const events = (await eventsOf(purchaseId)).flatMap((event) => [event, event, event]);
    const shuffled = events
      .map((event) => ({ event, at: Math.random() }))
      .sort((a, b) => a.at - b.at);
    await Promise.all(
      shuffled.map(async ({ event }) => shop.deliver(await standIn.sign(event.id))),
    );
    const answers = await Promise.all(captures);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const charged = (await standIn.ledger()).captures.filter(({ orderId }) => orderId === id);
    expect(charged.map(({ status }) => status)).toEqual(['COMPLETED']);
    expect(await shop.pass(holder)).toMatchObject({ id: purchaseId });
  });

  it('end the access of a payment that was refunded at PayPal', async () => {
    const holder = newHolder();
    const { id, purchaseId } = await shop.bought(holder);
    const { captureId = '' } = await shop.stored(id);
    expect(await shop.pass(holder)).toBeDefined();
    await standIn.turn(captureId, 'refund');
    await shop.deliver(await standIn.sign(await newest(purchaseId, 'PAYMENT.CAPTURE.REFUNDED')));
    expect(await shop.stored(id)).toMatchObject({ state: 'refunded' });
    expect((await shop.stored(id)).refundedBy).toBeUndefined();
    expect(await shop.pass(holder)).toBeUndefined();
    expect((await errorOf(shop.capture(id, holder))).code).toBe('PURCHASE_ENDED');
  });

  it('only note that a buyer has agreed: money is asked for by the buyer’s browser', async () => {
    const id = await shop.approved(newHolder());
    const purchaseId = (await shop.stored(id))._id.toHexString();
    await shop.deliver(await standIn.sign(await newest(purchaseId, 'CHECKOUT.ORDER.APPROVED')));
    expect((await shop.stored(id)).state).toBe('open');
    expect((await standIn.ledger()).captures.filter(({ orderId }) => orderId === id)).toEqual([]);
  });

  it('believe PayPal’s books, not the message: a completed one of before is worth nothing', async () => {
    const holder = newHolder();
    const { id, purchaseId } = await shop.bought(holder);
    await shop.admin(refundOrder, { id: purchaseId });
    await shop.deliver(await standIn.sign(await newest(purchaseId, COMPLETED)));
    expect((await shop.stored(id)).state).toBe('refunded');
    expect(await shop.pass(holder)).toBeUndefined();
  });

  it.each([
    'key',
    'expired',
    'authority',
    'host',
    'body',
    'old',
    'future',
    'algorithm',
    'webhookId',
  ])('are refused when forged: %s', async (forge) => {
    const { id, captureId, purchaseId } = await held(newHolder());
    await standIn.turn(captureId, 'release');
    const event = await newest(purchaseId, COMPLETED);
    const error = await errorOf(shop.deliver(await standIn.sign(event, forge)));
    expect(error.code).toBe('INVALID_SIGNATURE');
    expect((await shop.stored(id)).state).toBe('pending');
    expect(await seen()).not.toContain(event);
  });

  it('are refused when the signature is another message’s', async () => {
    const { id, captureId, purchaseId } = await held(newHolder());
    const other = await shop.bought(newHolder());
    await standIn.turn(captureId, 'deny');
    const mine = await standIn.sign(await newest(purchaseId, 'PAYMENT.CAPTURE.DENIED'));
    const theirs = await standIn.sign(await newest(other.purchaseId, COMPLETED));
    const mixed: SignedWebhook = { headers: mine.headers, body: theirs.body };
    expect((await errorOf(shop.deliver(mixed))).code).toBe('INVALID_SIGNATURE');
    expect((await shop.stored(id)).state).toBe('pending');
  });

  it('are taken again after a failure in the middle', async () => {
    const { id, captureId, purchaseId } = await held(newHolder());
    await standIn.turn(captureId, 'release');
    const event = await newest(purchaseId, COMPLETED);
    await standIn.fault({ call: 'getOrder', kind: 'error' });
    expect((await errorOf(shop.deliver(await standIn.sign(event)))).code).toBe(
      'SERVICE_UNAVAILABLE',
    );
    expect(await seen()).not.toContain(event);
    await shop.deliver(await standIn.sign(event));
    expect((await shop.stored(id)).state).toBe('paid');
    expect(await seen()).toContain(event);
  });
});
