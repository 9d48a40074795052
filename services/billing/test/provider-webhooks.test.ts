import { expect, it } from 'vitest';
import type { PaymentProvider } from '../src/payments/providers/payment-provider.js';
import {
  newPaypal,
  newProviderOrder,
  newRequestId,
  type PaypalSimulator,
  type SignedWebhook,
} from './support/paypal.js';
import { newRazorpay, newRupeeOrder, RazorpaySimulator } from './support/razorpay.js';

interface Merchant {
  provider: PaymentProvider;
  simulator: PaypalSimulator;
}

/** A payment that was held, released and refunded. */
const refunded = async ({ provider, simulator }: Merchant, order = newProviderOrder()) => {
  const { id } = await provider.createOrder(order, newRequestId());
  await simulator.approve(id, 'pending');
  const { capture } = await provider.captureOrder(id, newRequestId());
  const captureId = capture?.id ?? '';
  await simulator.turn(captureId, 'release');
  await provider.refund(captureId, newRequestId());
  return { id, orderId: order.orderId, captureId, events: await simulator.events() };
};
const read = (provider: PaymentProvider, { headers, body }: SignedWebhook) =>
  provider.readEvent(headers, Buffer.from(body));

it.each([
  [
    'PayPal',
    newPaypal(),
    newProviderOrder(),
    ['PENDING', 'COMPLETED', 'REFUNDED'],
    'PAYMENT.CAPTURE.',
  ],
  [
    'Razorpay',
    newRazorpay(),
    newRupeeOrder(),
    ['payment.authorized', 'payment.captured', 'payment_link.paid', 'refund.processed'],
    '',
  ],
])('webhooks of %s name what they are about', async (_name, merchant, order, types, prefix) => {
  const { id, orderId, captureId, events } = await refunded(merchant, order);
  const all = events.map((event) => read(merchant.provider, merchant.simulator.sign(event)));
  const payment = all.filter((event) => event?.type !== 'CHECKOUT.ORDER.APPROVED');
  expect(payment.map((event) => event?.type)).toEqual(types.map((type) => prefix + type));
  for (const event of payment)
    expect(event).toMatchObject({ isReversal: false, orderId, captureId });
  const [approved] = all.filter((event) => !payment.includes(event));
  if (approved) expect(approved).toMatchObject({ orderId, providerOrderId: id });
});

it('webhooks of PayPal without an event are dropped', () => {
  expect(read(newPaypal().provider, { headers: {}, body: '{' })).toBeUndefined();
});

it('webhooks of Razorpay are refused with another signature, of another merchant, or without a secret or a signature', async () => {
  const { provider, simulator } = newRazorpay();
  const {
    events: [event],
  } = await refunded({ provider, simulator }, newRupeeOrder());
  if (event === undefined) throw new Error('there is no event');
  const genuine = simulator.sign(event);
  const refused = (given: SignedWebhook, by: PaymentProvider = provider) =>
    expect(() => read(by, given)).toThrow('INVALID_SIGNATURE');
  refused({ ...genuine, body: genuine.body.replace('{', '{ ') });
  refused(new RazorpaySimulator().sign(event));
  refused(simulator.sign(event, undefined, 'sha1'));
  for (const by of [newRazorpay().provider, newRazorpay({ webhookSecret: undefined }).provider])
    refused(genuine, by);
  refused({ ...genuine, headers: {} });
});
