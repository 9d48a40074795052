import { beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../src/payments/providers/payment-provider.js';
import { newPaypal, newProviderOrder, newRequestId, type SignedWebhook } from './support/paypal.js';
import { newRazorpay, newRupeeOrder } from './support/razorpay.js';

describe.each([
  {
    name: 'paypal',
    make: newPaypal,
    order: newProviderOrder(),
    type: 'PAYMENT.CAPTURE.COMPLETED',
    others: ['PAYMENT.CAPTURE.PENDING', 'PAYMENT.CAPTURE.REFUNDED'],
  },
  {
    name: 'razorpay',
    make: newRazorpay,
    order: newRupeeOrder(),
    type: 'payment.captured',
    others: ['payment.authorized', 'payment_link.paid', 'refund.processed'],
  },
] as const)('a webhook of $name', ({ name, make, order, type, others }) => {
  const { provider, simulator } = make();
  let id = '';
  let captureId = '';

  const webhook = async (forge?: string, ofType: string = type): Promise<SignedWebhook> => {
    const event = (await simulator.events()).find((one) => one.type === ofType);
    return simulator.sign(event?.id ?? '', forge);
  };
  const read = ({ headers, body }: SignedWebhook, by: PaymentProvider = provider) =>
    by.readEvent(headers, Buffer.from(body));

  beforeAll(async () => {
    id = (await (provider as PaymentProvider).createOrder(order, newRequestId())).id;
    await simulator.approve(id, 'pending');
    const held = await (provider as PaymentProvider).captureOrder(id, newRequestId());
    captureId = held.capture?.id ?? '';
    await simulator.turn(captureId, 'release');
    await provider.refund(captureId, newRequestId());
  });

  it('names what it is about', async () => {
    const { orderId } = order;
    for (const each of [type, ...others]) {
      const expected = { type: each, isReversal: false, orderId, captureId };
      expect(read(await webhook(undefined, each))).toMatchObject(expected);
    }
    if (name === 'razorpay') return;
    const approved = read(await webhook(undefined, 'CHECKOUT.ORDER.APPROVED'));
    expect(approved).toMatchObject({ orderId, providerOrderId: id, captureId: undefined });
    expect(read({ headers: {}, body: '{' })).toBeUndefined();
  });

  if (name === 'razorpay')
    it('is refused with another signature, of another merchant, or without a secret or a signature', async () => {
      const genuine = await webhook();
      const refused = (given: SignedWebhook, by?: PaymentProvider) =>
        expect(() => read(given, by)).toThrow('INVALID_SIGNATURE');
      for (const forge of ['key', 'body', 'algorithm']) refused(await webhook(forge));
      for (const by of [make().provider, newRazorpay({ webhookSecret: undefined }).provider])
        refused(genuine, by);
      refused({ ...genuine, headers: {} });
    });
});
