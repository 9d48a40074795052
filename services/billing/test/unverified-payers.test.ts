import { getPurchaseHolders, receiveWebhook } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { ProviderSyncService } from '../src/payments/provider-sync.service.js';
import type { PurchaseRecord } from '../src/purchases/purchase.record.js';
import { codeOf, simulators } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const { paypal } = simulators;
const shop = new Shop('razorpay');
const email = 'Asha@Example.com';

const paidPlan = async (holder: string, address = email) => {
  const { id } = await shop.order(holder, { item: 'premium_monthly', email: address });
  await shop.simulator.approve(id);
  await shop.capture(id, holder);
  return shop.stored(id);
};

const holdersOf = async (purchases: PurchaseRecord[]) => {
  const ids = purchases.map(({ _id }) => _id.toHexString());
  const { holders } = await shop.buyer(getPurchaseHolders, { ids });
  return { own: ids.map((id) => `pass:${id}`), holders: holders.map(({ holder }) => holder) };
};

it('a buyer moves the access with receipt and the address that was typed, which proves nothing else', async () => {
  const [first, second] = [await paidPlan(newBrowser()), await paidPlan(newBrowser())];
  // Each is its own holder: anybody can type an address.
  const { holders, own } = await holdersOf([first, second]);
  expect(holders).toEqual(own);
  const { receiptCode = '' } = first;
  expect(await codeOf(shop.restore({ receiptCode, email: 'other@example.com' }))).toBe('NOT_FOUND');
  const moved = await shop.restore({ receiptCode, email: 'asha@example.com' });
  expect(moved).toMatchObject({ pass: { plan: 'premium' } });
});

it('a plan of the same browser and address continues the one before; any other is its own holder', async () => {
  const browser = newBrowser();
  const plans = [
    await paidPlan(browser),
    await paidPlan(browser, 'ASHA@example.com'),
    await paidPlan(browser, 'ravi@example.com'),
    await paidPlan(newBrowser()),
    await paidPlan(browser),
  ];
  const { holders, own } = await holdersOf(plans);
  expect(holders).toEqual([own[0], own[0], own[2], own[3], own[0]]);
});

it('a plan that was bought elsewhere with the address of a browser’s plan is its own holder there', async () => {
  const browser = newBrowser();
  const first = await paidPlan(browser);
  // Its buyer does not come back, and keeps the receipt code.
  const { id } = await shop.order(newBrowser(), { item: 'premium_monthly', email });
  await shop.simulator.approve(id);
  await shop.service.get(ProviderSyncService).sync(await shop.stored(id));
  const foreign = await shop.stored(id);
  await shop.restore({ receiptCode: foreign.receiptCode ?? '', email }, browser);
  const { holders, own } = await holdersOf([first, foreign]);
  expect(holders).toEqual(own);
});

it('a guest of PayPal types any address, which proves nothing', async () => {
  const victim = 'victim@example.com';
  const buy = async (isGuest: boolean) => {
    const holder = newBrowser();
    const order = { provider: 'paypal', item: 'premium_monthly', email: victim } as const;
    const { id } = await shop.order(holder, order);
    await paypal.approve(id, 'pay', victim, isGuest);
    await shop.capture(id, holder);
    return shop.stored(id);
  };
  const [verified, guest] = [await buy(false), await buy(true)];
  expect(guest).toMatchObject({ payerEmail: victim, isPayerUnverified: true });
  const { holders, own } = await holdersOf([verified, guest]);
  expect(holders).toEqual([expect.stringMatching(/^user:/), own[1]]);
});

it('the payer that PayPal has verified stays, whatever was typed, also after a refund', async () => {
  const holder = newBrowser();
  const { id } = await shop.order(holder, { provider: 'paypal', email });
  await paypal.approve(id, 'pay', 'payer@example.com');
  await shop.capture(id, holder);
  const { captureId = '' } = await shop.stored(id);
  await paypal.turn(captureId, 'refund');
  const event = (await paypal.events()).findLast(({ type }) => type === 'PAYMENT.CAPTURE.REFUNDED');
  const { headers, body } = await paypal.sign(event?.id ?? '');
  const bytes = Buffer.from(body).toString('base64');
  await shop.buyer(receiveWebhook, { headers, body: bytes });
  expect(await shop.stored(id)).toMatchObject({
    state: 'refunded',
    contactEmail: 'asha@example.com',
    payerEmail: 'payer@example.com',
    isPayerUnverified: false,
  });
});
