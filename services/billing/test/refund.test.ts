import { purchaseEvents, refundOrder } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { codeOf } from './support/billing.js';
import { HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop();
const { refundsOf, simulator, stateOf } = shop;
const refund = (id: string) => shop.admin(refundOrder, { id });

it('refunds give the whole amount back, end the access, and tell of it', async () => {
  const { browser, id, purchaseId } = await shop.bought({ item: 'premium_monthly' });
  const refunded = { id: purchaseId, state: 'refunded', refundedBy: 'admin', amount: '29.99' };
  expect(await refund(purchaseId)).toMatchObject(refunded);
  expect(await refundsOf(id)).toMatchObject([{ value: '29.99', status: 'COMPLETED' }]);
  expect(await shop.pass(browser)).toBeUndefined();
  expect(await shop.eventAbout(purchaseEvents.refunded, purchaseId)).toMatchObject({
    actor: { role: 'admin', name: 'admin' },
    payload: { item: 'premium_monthly', amount: '29.99', currency: 'USD' },
  });
});

it('refunds happen once, however often and by however many they are asked for', async () => {
  const { id, purchaseId } = await shop.bought();
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund(purchaseId)));
  for (const { state } of answers) expect(['refunding', 'refunded']).toContain(state);
  await shop.recover(id);
  expect(await refund(purchaseId)).toMatchObject({ state: 'refunded' });
  expect(await refundsOf(id)).toHaveLength(1);
});

it.each([
  ['lostReply', 0],
  ['errorAfter', 0],
  ['error', 0],
  // By then PayPal has forgotten the first request.
  ['lostReply', 7],
])('refunds end the access at once, after %s, %i hours later', async (kind, hours) => {
  const { browser, id, purchaseId } = await shop.bought();
  await simulator.fault({ call: 'refund', kind });
  expect(await refund(purchaseId)).toMatchObject({ state: 'refunding' });
  expect(await shop.pass(browser)).toBeUndefined();
  await simulator.advance(hours * HOUR);
  await shop.recover(id);
  expect(await stateOf(id)).toBe('refunded');
  expect(await refundsOf(id)).toHaveLength(1);
});

it.each([
  ['complete', ['COMPLETED']],
  ['fail', ['COMPLETED', 'FAILED']],
] as const)('refunds that PayPal has not done yet are open; they %s', async (outcome, refunds) => {
  const { id, purchaseId } = await shop.bought();
  await simulator.fault({ call: 'refund', kind: 'pending' });
  expect(await refund(purchaseId)).toMatchObject({ state: 'refunding' });
  const [pending] = await refundsOf(id);
  await shop.recover(id);
  expect(await stateOf(id)).toBe('refunding');
  await simulator.endRefund(pending?.id ?? '', outcome);
  await shop.recover(id);
  expect(await stateOf(id)).toBe('refunded');
  expect((await refundsOf(id)).map(({ status }) => status).sort()).toEqual(refunds);
});

it('refunds are of what was paid', async () => {
  const { id: open } = await shop.order(newBrowser());
  const held = await shop.approved({ choice: 'pending' });
  expect(await shop.capture(held.id, held.browser)).toEqual({ status: 'PENDING' });
  for (const { _id } of [await shop.stored(open), await shop.stored(held.id)])
    expect(await codeOf(refund(_id.toHexString()))).toBe('NOT_REFUNDABLE');
  expect(await codeOf(refund('0'.repeat(24)))).toBe('NOT_FOUND');
});
