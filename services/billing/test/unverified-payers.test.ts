import { getPurchaseHolders } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { ProviderSyncService } from '../src/payments/provider-sync.service.js';
import type { PurchaseRecord } from '../src/purchases/purchase.record.js';
import { simulators } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const { paypal } = simulators;
const shop = new Shop('razorpay');
const email = 'Asha@Example.com';

const paidPlan = async (holder: string, order: Parameters<typeof shop.bought>[0] = {}) => {
  const { id } = await shop.bought({ holder, item: 'premium_monthly', email, ...order });
  return shop.stored(id);
};

const holdersOf = async (purchases: PurchaseRecord[]) => {
  const ids = purchases.map(({ _id }) => _id.toHexString());
  const { holders } = await shop.buyer(getPurchaseHolders, { ids });
  return { own: ids.map((id) => `pass:${id}`), holders: holders.map(({ holder }) => holder) };
};

it('a plan of the same browser and address continues the one before; any other is its own holder', async () => {
  const browser = newBrowser();
  const plans = [
    await paidPlan(browser),
    await paidPlan(browser, { email: 'ASHA@example.com' }),
    await paidPlan(browser, { email: 'ravi@example.com' }),
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
  const { id } = await shop.approved({ item: 'premium_monthly', email });
  await shop.service.get(ProviderSyncService).sync(await shop.stored(id));
  const foreign = await shop.stored(id);
  await shop.restore({ receiptCode: foreign.receiptCode ?? '', email }, browser);
  const { holders, own } = await holdersOf([first, foreign]);
  expect(holders).toEqual(own);
});

it('a guest of PayPal types any address, which proves nothing', async () => {
  const victim = 'victim@example.com';
  const order = { provider: 'paypal', email: victim, payer: victim } as const;
  const verified = await paidPlan(newBrowser(), order);
  const guest = await paidPlan(newBrowser(), { ...order, isGuest: true });
  expect(guest).toMatchObject({ payerEmail: victim, isPayerUnverified: true });
  const { holders, own } = await holdersOf([verified, guest]);
  expect(holders).toEqual([expect.stringMatching(/^user:/), own[1]]);
});

it('the payer that PayPal has verified stays, whatever was typed, also after a refund', async () => {
  const order = { provider: 'paypal', email, payer: 'payer@example.com' } as const;
  const { id, purchaseId } = await shop.bought(order);
  await shop.turn(id, 'refund');
  const event = await shop.eventOf(purchaseId, 'PAYMENT.CAPTURE.REFUNDED', paypal);
  await shop.deliver(await paypal.sign(event), 'paypal');
  expect(await shop.stored(id)).toMatchObject({
    state: 'refunded',
    contactEmail: 'asha@example.com',
    payerEmail: 'payer@example.com',
    isPayerUnverified: false,
  });
});
