import { AppLogger } from '@ctdb/chassis';
import { purchaseEvents } from '@ctdb/contracts';
import { expect, it, vi } from 'vitest';
import { PurchaseRecoveryService } from '../src/payments/recovery/purchase-recovery.service.js';
import { codeOf } from './support/billing.js';
import { HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import type { SimulatorEvent } from './support/paypal.js';
import { Shop } from './support/shop.js';

const COMPLETED = 'PAYMENT.CAPTURE.COMPLETED';
const shop = new Shop();
const { capturesOf, simulator, stateOf } = shop;
const refusal = (id: string, browser: string) => codeOf(shop.capture(id, browser));

/** The capture succeeds: one charge of the right order, access from now, and the books agree. */
const capturePaid = async ({ id, browser }: { id: string; browser: string }) => {
  const outcome = await shop.capture(id, browser);
  if (outcome.status !== 'COMPLETED') throw new Error('not completed');
  const captures = await capturesOf(id);
  expect(captures.map(({ status }) => status)).toEqual(['COMPLETED']);
  const stored = await shop.stored(id);
  expect(stored).toMatchObject({ state: 'paid', captureId: captures[0]?.id });
  const expiresAt = stored.grant?.endsAt.getTime();
  const pass = { id: stored._id.toHexString(), plan: 'hourly', expiresAt };
  expect(await shop.pass(browser)).toMatchObject(pass);
  return outcome;
};

/** A capture whose outcome is lost, of which nothing can be read for a while either. */
const lost = async () => {
  const approved = await shop.approved();
  await simulator.fault({ call: 'captureOrder', kind: 'lostReply', times: 1 });
  await simulator.fault({ call: 'getOrder', kind: 'error', times: 50 });
  const outcome = shop.capture(approved.id, approved.browser, 2_000);
  expect(await codeOf(outcome)).toBe('SERVICE_UNAVAILABLE');
  expect(await stateOf(approved.id)).toBe('capturing');
  await simulator.noFaults();
  return approved;
};

it('capturing takes the money, hands out an hour and a receipt, and tells of it', async () => {
  const { browser, id, purchaseId: orderId, accessCode } = await shop.approved();
  const { pass, receipt, ...rest } = await capturePaid({ id, browser });
  expect(Date.parse(pass.expiresAt) - Date.parse(pass.startsAt)).toBe(HOUR);
  const price = { item: 'hourly', amount: '9.99', currency: 'USD' };
  expect(receipt).toMatchObject(price);
  // Shown before the payment, too.
  expect(rest).toEqual({ status: 'COMPLETED', accessCode });
  const event = await shop.eventAbout(purchaseEvents.paid, orderId);
  expect(event.payload).toEqual({ orderId, ...price });
  expect(JSON.stringify(event)).not.toMatch(/buyer@|[0-9a-f]{64}/);
});

it('capturing waits for the buyer to agree, and knows no other order', async () => {
  const browser = newBrowser();
  expect(await refusal('UNKNOWN1', browser)).toBe('NOT_FOUND');
  const { id } = await shop.order(browser);
  expect(await refusal(id, browser)).toBe('ORDER_NOT_APPROVED');
  expect(await shop.pass(browser)).toBeUndefined();
  await simulator.approve(id);
  await capturePaid({ id, browser });
});

it.each(['decline', 'declineCapture'] as const)('the bank refuses: %s', async (choice) => {
  const { browser, id } = await shop.approved({ choice });
  for (let time = 0; time < 2; time += 1)
    expect(await refusal(id, browser)).toBe('PAYMENT_DECLINED');
  expect(await shop.pass(browser)).toBeUndefined();
  expect((await capturesOf(id)).map(({ status }) => status)).not.toContain('COMPLETED');
  if (choice === 'declineCapture') return;
  // The buyer takes another means of payment.
  await simulator.approve(id, 'pay');
  await capturePaid({ id, browser });
});

it.each([
  ['lostReply', 1],
  ['errorAfter', 1],
  ['error', 1],
  ['unauthorized', 1],
  ['lostReply', 3],
])('capturing finds out by itself what became of it after %s, %d times', async (kind, times) => {
  const approved = await shop.approved();
  await simulator.fault({ call: 'captureOrder', kind, times });
  await capturePaid(approved);
});

it('capturing reads the order first where a try was lost more than six hours ago', async () => {
  const approved = await lost();
  await simulator.advance(7 * HOUR);
  await capturePaid(approved);
});

it('capturing is finished by the reconciler alone if the buyer has left', async () => {
  const { browser, id } = await lost();
  await shop.recover(id);
  const { state, grant } = await shop.stored(id);
  expect([state, grant]).toEqual(['paid', undefined]);
  expect((await capturesOf(id)).map(({ status }) => status)).toEqual(['COMPLETED']);
  expect(await shop.pass(browser)).toBeUndefined();
  await capturePaid({ id, browser });
});

it.each([
  ['paypal', { value: '0.01' }],
  ['paypal', { currency: 'EUR' }],
  ['paypal', { customId: 'f'.repeat(24) }],
  ['razorpay', { value: '1.00', currency: 'USD', customId: '0'.repeat(24) }],
] as const)('gives back what does not fit at %s: %j', async (provider, capture) => {
  await shop.simulators[provider].fault({ call: 'captureOrder', kind: 'altered', capture });
  const { browser, id } = await shop.approved({ provider });
  expect(await refusal(id, browser)).toBe('PAYMENT_DECLINED');
  await shop.recover(id);
  expect(await stateOf(id)).toBe('refunded');
  const [charge, ...others] = await capturesOf(id, provider);
  expect([charge?.status, others]).toEqual(['REFUNDED', []]);
  expect(await shop.pass(browser)).toBeUndefined();
  expect((await shop.stored(id)).grant).toBeUndefined();
});

it.each([
  ['paypal', 'release', 'paid'],
  ['paypal', 'deny', 'denied'],
  ['razorpay', 'release', 'paid'],
  // The buyer may try again.
  ['razorpay', 'deny', 'open'],
] as const)('capturing of a payment that %s holds: %s, %s', async (provider, outcome, state) => {
  const { browser, id } = await shop.approved({ provider, choice: 'pending' });
  for (let time = 0; time < 2; time += 1)
    expect(await shop.capture(id, browser)).toEqual({ status: 'PENDING' });
  expect(await shop.pass(browser)).toBeUndefined();
  await shop.turn(id, outcome);
  await shop.recover(id);
  expect(await stateOf(id)).toBe(state);
  if (outcome === 'deny') expect(await refusal(id, browser)).toBe('PAYMENT_DECLINED');
  if (state === 'open') await shop.simulators[provider].approve(id);
  if (state !== 'denied')
    expect(await shop.capture(id, browser)).toMatchObject({ status: 'COMPLETED' });
  expect((await shop.pass(browser)) === undefined).toBe(state === 'denied');
});

/** A payment that PayPal has held, and then released or denied; and what PayPal tells of that. */
const turned = async (outcome: 'release' | 'deny', type = COMPLETED) => {
  const { browser, id, purchaseId } = await shop.approved({ choice: 'pending' });
  await shop.capture(id, browser);
  await shop.turn(id, outcome);
  return { id, event: await shop.eventOf(purchaseId, type) };
};
const deliver = (event: SimulatorEvent) => shop.deliver(simulator.sign(event));
/** Anyone can send it. */
const forge = (orderId: string, type = COMPLETED) =>
  shop.deliver({
    headers: {},
    body: JSON.stringify({ event_type: type, resource: { custom_id: orderId } }),
  });

it('webhooks settle a held payment at once, and repetitions change nothing', async () => {
  const { id, event } = await turned('release');
  await deliver(event);
  const paid = await shop.stored(id);
  expect(paid.state).toBe('paid');
  // The clock starts with the buyer's browser, not with PayPal's message.
  expect(paid.grant).toBeUndefined();
  await deliver(event);
  await deliver(event);
  const { state, changedAt } = paid;
  expect(await shop.stored(id)).toMatchObject({ state, changedAt });
});

it('webhooks deny a held payment, and capture none to which a buyer has agreed', async () => {
  const { id, event } = await turned('deny', 'PAYMENT.CAPTURE.DENIED');
  await deliver(event);
  expect(await stateOf(id)).toBe('denied');
  const agreed = await shop.approved();
  await shop.deliver(await shop.webhook(agreed.purchaseId, 'CHECKOUT.ORDER.APPROVED'));
  // Money is asked for by the buyer's browser.
  expect([await stateOf(agreed.id), await capturesOf(agreed.id)]).toEqual(['open', []]);
});

it('webhooks end the access of a payment that was refunded at PayPal', async () => {
  const { browser, id, purchaseId } = await shop.bought();
  expect(await shop.pass(browser)).toBeDefined();
  await shop.turn(id, 'refund');
  await shop.deliver(await shop.webhook(purchaseId, 'PAYMENT.CAPTURE.REFUNDED'));
  const { state, refundedBy } = await shop.stored(id);
  expect([state, refundedBy]).toEqual(['refunded', undefined]);
  expect(await shop.pass(browser)).toBeUndefined();
  expect(await codeOf(shop.capture(id, browser))).toBe('PURCHASE_ENDED');
});

it('webhooks prove nothing, and are dropped unless they name an order of their provider', async () => {
  const [open, rupees] = [await shop.approved(), await shop.approved({ provider: 'razorpay' })];
  for (const id of [open.purchaseId, rupees.purchaseId, 'f'.repeat(24), '']) await forge(id);
  expect([await stateOf(open.id), await stateOf(rupees.id)]).toEqual(['open', 'open']);
});

it('webhooks lead to one read in ten seconds; one that fails or comes too early is read later', async () => {
  const { id, purchaseId } = await shop.bought();
  const recovery = shop.service.get(PurchaseRecoveryService);
  const isDue = async () => (await recovery.findDue()).includes(purchaseId);
  await simulator.fault({ call: 'getCapture', kind: 'error' });
  expect(await codeOf(forge(purchaseId))).toBe('SERVICE_UNAVAILABLE');
  await shop.turn(id, 'refund');
  await forge(purchaseId);
  expect([await stateOf(id), await isDue()]).toEqual(['paid', false]);
  const webhookReadAt = new Date((await shop.ledger.now()) - 10_000);
  await shop.ledger.purchases().updateOne({ _id: purchaseId }, { webhookReadAt });
  expect(await isDue()).toBe(true);
  await recovery.recover(purchaseId);
  expect([await stateOf(id), await isDue()]).toEqual(['refunded', false]);
});

it('webhooks of a payment that PayPal reverses and still calls paid are logged for an operator', async () => {
  const logged = vi.spyOn(shop.service.get(AppLogger), 'error');
  const complaints = () => logged.mock.calls.filter((call) => /reversed/.test(String(call[0])));
  const [refunded, paid] = [await shop.bought(), await shop.bought()];
  await shop.turn(refunded.id, 'refund');
  for (const { purchaseId } of [refunded, paid])
    await forge(purchaseId, 'PAYMENT.CAPTURE.REVERSED');
  expect([await stateOf(refunded.id), await stateOf(paid.id)]).toEqual(['refunded', 'paid']);
  const details = { orderId: paid.purchaseId, event: 'payment-reversed' };
  expect(complaints()).toEqual([[expect.any(String), expect.objectContaining(details)]]);
  logged.mockRestore();
});
