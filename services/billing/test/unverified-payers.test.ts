import { getPurchaseHolders, receiveWebhook, restoreAccess } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { ProviderSyncService } from '../src/payments/provider-sync.service.js';
import { errorOf, freshAddress } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { PaypalSimulator } from './support/paypal.js';
import { Shop } from './support/shop.js';

const paypal = new PaypalSimulator();
const shop = new Shop({ ...paypal.env, RECONCILE_SECONDS: '3600' }, 'razorpay');
const { simulator } = shop;
const email = 'Asha@Example.com';

const paidPlan = async (holder: string, address = email) => {
  const { id } = await shop.order(holder, { item: 'premium_monthly', email: address });
  await simulator.approve(id);
  await shop.capture(id, holder);
  return shop.stored(id);
};

it('a buyer moves the access with receipt and the address that was typed, which proves nothing else', async () => {
  const [first, second] = [await paidPlan(newBrowser()), await paidPlan(newBrowser())];
  const ids = [first, second].map(({ _id }) => _id.toHexString());
  // Each is its own holder: anybody can type an address.
  const { holders } = await shop.buyer(getPurchaseHolders, { ids });
  expect(holders).toEqual(ids.map((id) => ({ id, holder: `pass:${id}` })));
  const holder = newBrowser();
  const receiptCode = first.receiptCode ?? '';
  const restore = (address: string) =>
    shop.buyer(restoreAccess, { receiptCode, email: address, holder, address: freshAddress() });
  expect((await errorOf(restore('other@example.com'))).code).toBe('NOT_FOUND');
  expect(await restore('asha@example.com')).toMatchObject({ pass: { plan: 'premium' } });
});

it('a plan of the same browser and address continues the one before; any other is its own holder', async () => {
  const browser = newBrowser();
  const first = await paidPlan(browser);
  const plans = [
    first,
    await paidPlan(browser, 'ASHA@example.com'),
    await paidPlan(browser, 'ravi@example.com'),
    await paidPlan(newBrowser()),
    await paidPlan(browser),
  ];
  const ids = plans.map(({ _id }) => _id.toHexString());
  const own = ids.map((id) => `pass:${id}`);
  const { holders } = await shop.buyer(getPurchaseHolders, { ids });
  expect(holders.map(({ holder }) => holder)).toEqual([own[0], own[0], own[2], own[3], own[0]]);
});

it('a plan that was bought elsewhere with the address of a browser’s plan is its own holder there', async () => {
  const browser = newBrowser();
  const own = await paidPlan(browser);
  // Its buyer does not come back, and keeps the receipt code.
  const { id } = await shop.order(newBrowser(), { item: 'premium_monthly', email });
  await simulator.approve(id);
  await shop.service.get(ProviderSyncService).sync(await shop.stored(id));
  const foreign = await shop.stored(id);
  const receipt = { receiptCode: foreign.receiptCode ?? '', email, address: freshAddress() };
  await shop.buyer(restoreAccess, { ...receipt, holder: browser });
  const ids = [own, foreign].map(({ _id }) => _id.toHexString());
  const { holders } = await shop.buyer(getPurchaseHolders, { ids });
  expect(holders.map(({ holder }) => holder)).toEqual(ids.map((one) => `pass:${one}`));
});

it('a guest of PayPal types any address, which proves nothing', async () => {
  const dollars = { provider: 'paypal', amount: '29.99', currency: 'USD' } as const;
  const victim = 'victim@example.com';
  const buy = async (isGuest: boolean) => {
    const holder = newBrowser();
    const order = { ...dollars, item: 'premium_monthly', email: victim } as const;
    const { id } = await shop.order(holder, order);
    await paypal.approve(id, 'pay', victim, isGuest);
    await shop.capture(id, holder);
    return shop.stored(id);
  };
  const own = await buy(false);
  const guest = await buy(true);
  expect(guest).toMatchObject({ payerEmail: victim, isPayerUnverified: true });
  const ids = [own, guest].map(({ _id }) => _id.toHexString());
  const { holders } = await shop.buyer(getPurchaseHolders, { ids });
  expect(holders.map(({ holder }) => holder)).toEqual([
    expect.stringMatching(/^user:/),
    `pass:${ids[1]}`,
  ]);
});

it('the payer that PayPal has verified stays, whatever was typed, also after a refund', async () => {
  const holder = newBrowser();
  const dollars = { provider: 'paypal', amount: '9.99', currency: 'USD' } as const;
  const { id } = await shop.order(holder, { ...dollars, email });
  await paypal.approve(id, 'pay', 'payer@example.com');
  await shop.capture(id, holder);
  await paypal.turn((await shop.stored(id)).captureId ?? '', 'refund');
  const event = (await paypal.events()).find(({ type }) => type === 'PAYMENT.CAPTURE.REFUNDED');
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
