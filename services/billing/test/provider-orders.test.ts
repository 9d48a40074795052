import { rupeeReturnQuery } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../src/payments/providers/payment-provider.js';
import {
  newPaypal,
  newProviderOrder,
  newRequestId,
  type PaypalSimulator,
  type SignedWebhook,
} from './support/paypal.js';
import { newRazorpay, newRupeeOrder, RazorpaySimulator } from './support/razorpay.js';

const paypal = { ...newPaypal(), newOrder: newProviderOrder };
const razorpay = { ...newRazorpay(), newOrder: newRupeeOrder };

interface Account {
  provider: PaymentProvider;
  simulator: PaypalSimulator;
  newOrder: typeof newProviderOrder;
}

/** An order whose buyer has paid at the provider. */
const paid = async ({ provider, simulator, newOrder }: Account) => {
  const { orderId, ...order } = newOrder();
  const { id } = await provider.createOrder({ orderId, ...order }, newRequestId());
  await simulator.approve(id, 'pay', 'Payer@Example.com');
  const requestId = newRequestId();
  const read = await provider.captureOrder(id, requestId);
  return { id, orderId, requestId, read, captureId: read.capture?.id ?? '' };
};

/** A payment that was held, released and refunded, at an account of its own. */
const refunded = async ({ provider, simulator, newOrder }: Account) => {
  const { orderId, ...order } = newOrder();
  const { id } = await provider.createOrder({ orderId, ...order }, newRequestId());
  await simulator.approve(id, 'pending');
  const { capture } = await provider.captureOrder(id, newRequestId());
  const captureId = capture?.id ?? '';
  await simulator.turn(captureId, 'release');
  await provider.refund(captureId, newRequestId());
  return { id, orderId, captureId, events: await simulator.events() };
};
const readEvent = (by: PaymentProvider, { headers, body }: SignedWebhook) =>
  by.readEvent(headers, Buffer.from(body));

/** Opens the page of a new order, and presses "pay"; returns the page and where it leads. */
const visit = async (account: Account, payer: string) => {
  const order = account.newOrder({ item: 'premium_yearly', locale: 'kn' });
  const { id, approveUrl } = await account.provider.createOrder(order, newRequestId());
  const page = await (await fetch(approveUrl)).text();
  const body = new URLSearchParams({ choice: 'pay', payer });
  const answer = await fetch(approveUrl, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  return { id, order, page, back, query: Object.fromEntries(back.searchParams) };
};

describe.each([
  { name: 'PayPal', account: paypal, price: [999, 'USD', '9.99'], payer: 'a@b.example' },
  { name: 'Razorpay', account: razorpay, price: [79_900, 'INR', '799.00'], payer: 'asha@okbank' },
] as const)('an order at $name', ({ account, price: [amountMinor, currency, value], payer }) => {
  const { simulator, newOrder } = account;
  const provider: PaymentProvider = account.provider;

  it('is a page in the buyer’s language that leads back', async () => {
    const { page, back } = await visit(account, payer);
    const texts = ['<html lang="kn">', 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ: ಪ್ರೀಮಿಯಂ, 365 ದಿನ', value];
    for (const text of texts) expect(page).toContain(text);
    expect(back.origin).toBe('http://localhost:8080');
  });

  it('is made once, also where the first answer was lost, and read with what we gave it', async () => {
    const order = newOrder();
    const requestId = newRequestId();
    await simulator.fault({ call: 'createOrder', kind: 'lostReply' });
    const lost = provider.createOrder(order, requestId);
    await expect(lost).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    const { id, approveUrl } = await provider.createOrder(order, requestId);
    expect(await provider.createOrder(order, requestId)).toEqual({ id, approveUrl });
    const expected = { id, amountMinor, currency, customId: order.orderId, capture: undefined };
    expect(await provider.getOrder(id)).toMatchObject({ ...expected, payerEmail: undefined });
  });

  it('is refused in another currency, and not found if it is unknown', async () => {
    const other = newOrder({ currency: currency === 'INR' ? 'USD' : 'INR' });
    const refused = { name: 'ProviderRejectedError', code: 'CURRENCY_NOT_SUPPORTED' };
    await expect(provider.createOrder(other, newRequestId())).rejects.toMatchObject(refused);
    const unknown = { code: 'NOT_FOUND' };
    await expect(provider.getOrder('NOTHING')).rejects.toMatchObject(unknown);
    await expect(provider.getCapture('NOTHING')).rejects.toMatchObject(unknown);
  });

  it('is paid once, tells who has paid what, and its payment is read again by its id', async () => {
    const { id, orderId, requestId, read, captureId } = await paid(account);
    expect(read).toMatchObject({ id, status: 'COMPLETED', payerEmail: 'Payer@Example.com' });
    const { payee } = read;
    const charge = { amountMinor, currency, customId: orderId, payee };
    expect(read.capture).toEqual({ id: captureId, status: 'COMPLETED', ...charge });
    expect(await provider.getCapture(captureId)).toEqual(read.capture);
    expect(await provider.getOrder(id)).toEqual(read);
    expect(await provider.captureOrder(id, requestId)).toEqual(read);
  });

  it('is refunded as a whole, once, though the answer is lost', async () => {
    const { captureId } = await paid(account);
    await simulator.fault({ call: 'refund', kind: 'lostReply' });
    const lost = provider.refund(captureId, newRequestId());
    await expect(lost).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    const again = provider.refund(captureId, newRequestId());
    await expect(again).rejects.toMatchObject({ code: 'CAPTURE_FULLY_REFUNDED' });
    expect((await provider.getCapture(captureId)).status).toBe('REFUNDED');
    const { refunds } = await simulator.ledger();
    expect(refunds.filter((one) => one.captureId === captureId)).toMatchObject([{ value }]);
  });
});

it('PayPal leads back with the id of its order', async () => {
  const { id, back, query } = await visit(paypal, 'a@b.example');
  expect(back.pathname).toBe('/payment');
  expect(query).toMatchObject({ order: '1', token: id });
});

const { provider, simulator, newOrder } = razorpay;

it('Razorpay leads back with a signature of all that it says', async () => {
  const { id, order, back, query } = await visit(razorpay, 'asha@okbank');
  expect(back.pathname).toBe('/razorpay/return');
  expect(rupeeReturnQuery.parse(query)).toMatchObject({
    razorpay_payment_link_id: id,
    razorpay_payment_link_reference_id: order.orderId,
    razorpay_payment_link_status: 'paid',
  });
  expect(provider.readReturn(query)).toBe(id);
  for (const name of Object.keys(query))
    expect(provider.readReturn({ ...query, [name]: 'plink_other' })).toBeUndefined();
  expect(provider.readReturn({})).toBeUndefined();
});

it('Razorpay lets an order be paid until three hours after the given time, whatever the local clock', async () => {
  const now = Date.now() + 100 * 3_600_000;
  const { id } = await provider.createOrder(newOrder({ now }));
  const { clientId, secret, base } = simulator;
  const credentials = Buffer.from(`${clientId}:${secret}`).toString('base64');
  const headers = { authorization: `Basic ${credentials}` };
  const answer = await fetch(`${base}/v1/payment_links/${id}`, { headers });
  expect(await answer.json()).toMatchObject({ expire_by: Math.floor(now / 1_000) + 3 * 3_600 });
});

it('Razorpay lists payments with refunds, by pages', async () => {
  const { simulator: own, provider: lists } = newRazorpay();
  const from = await own.advance(0);
  const pay = async () => {
    const order = newOrder();
    await own.approve((await lists.createOrder(order)).id);
    return order.orderId;
  };
  // One more than a page.
  const orders = await Promise.all(Array.from({ length: 101 }, pay));
  const { captures } = await own.ledger();
  await own.turn(captures[0]?.id ?? '', 'refund');
  const { payments } = await lists.listPayments(from, await own.advance(1_000));
  const isRefund = ({ refundId }: (typeof payments)[number]) => refundId !== undefined;
  const paidOrders = payments.filter((one) => !isRefund(one)).map(({ orderId }) => orderId);
  expect(paidOrders.sort()).toEqual(orders.sort());
  expect(payments.filter(isRefund)).toMatchObject([{ captureId: captures[0]?.id }]);
});

it.each([
  ['798.50', true],
  ['798.00', false],
  ['799.00', false],
])('Razorpay has too little left after a refund of %s: %s', async (part, isTooSmall) => {
  const { captureId } = await paid(razorpay);
  await simulator.refundPart(captureId, part);
  expect(await provider.isRestTooSmall(captureId)).toBe(isTooSmall);
});

it('Razorpay has not refunded while that is pending, and is asked again after a failure', async () => {
  const { captureId } = await paid(razorpay);
  await simulator.fault({ call: 'refund', kind: 'pending' });
  const { id, status } = await provider.refund(captureId, newRequestId());
  expect(status).toBe('PENDING');
  expect((await provider.getCapture(captureId)).status).toBe('PARTIALLY_REFUNDED');
  expect(await provider.refund(captureId, newRequestId())).toEqual({ id, status: 'PENDING' });
  await simulator.endRefund(id, 'fail');
  expect((await provider.getCapture(captureId)).status).toBe('COMPLETED');
  expect((await provider.refund(captureId, newRequestId())).status).toBe('COMPLETED');
});

it.each([
  [
    'PayPal',
    { ...newPaypal(), newOrder: newProviderOrder },
    ['PENDING', 'COMPLETED', 'REFUNDED'].map((name) => `PAYMENT.CAPTURE.${name}`),
  ],
  [
    'Razorpay',
    { ...newRazorpay(), newOrder: newRupeeOrder },
    ['payment.authorized', 'payment.captured', 'payment_link.paid', 'refund.processed'],
  ],
])('webhooks of %s name what they are about', async (_name, account, types) => {
  const { id, orderId, captureId, events } = await refunded(account);
  const all = events.map((event) => readEvent(account.provider, account.simulator.sign(event)));
  const payment = all.filter((event) => event?.type !== 'CHECKOUT.ORDER.APPROVED');
  expect(payment.map((event) => event?.type)).toEqual(types);
  for (const event of payment)
    expect(event).toMatchObject({ isReversal: false, orderId, captureId });
  const [approved] = all.filter((event) => !payment.includes(event));
  if (approved) expect(approved).toMatchObject({ orderId, providerOrderId: id });
});

it('webhooks of Razorpay are refused with another signature, of another merchant, or without a secret or a signature', async () => {
  const own = { ...newRazorpay(), newOrder: newRupeeOrder };
  const [event] = (await refunded(own)).events;
  if (event === undefined) throw new Error('there is no event');
  const genuine = own.simulator.sign(event);
  const refused = (given: SignedWebhook, by: PaymentProvider = own.provider) =>
    expect(() => readEvent(by, given)).toThrow('INVALID_SIGNATURE');
  refused({ ...genuine, body: genuine.body.replace('{', '{ ') });
  refused(new RazorpaySimulator().sign(event));
  refused(own.simulator.sign(event, 'sha1'));
  for (const by of [newRazorpay().provider, newRazorpay({ webhookSecret: undefined }).provider])
    refused(genuine, by);
  refused({ ...genuine, headers: {} });
});
