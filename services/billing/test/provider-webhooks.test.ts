import { webhookHeaders } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../src/payments/payment-provider.js';
import { HOUR } from './support/grant-period.js';
import { newPaypal, newProviderOrder, newRequestId, type SignedWebhook } from './support/paypal.js';
import { newRazorpay, newRupeeOrder } from './support/razorpay.js';

const forged = { code: 'INVALID_SIGNATURE' };
const anyForgery = ['key', 'body', 'old', 'future', 'algorithm'];

describe.each([
  {
    name: 'paypal',
    make: newPaypal,
    order: newProviderOrder(),
    type: 'PAYMENT.CAPTURE.COMPLETED',
    amount: ['9.99', '9.98'],
    signature: 'paypal-transmission-sig',
    forgeries: [...anyForgery, 'expired', 'authority', 'host', 'webhookId'],
    unset: { webhookId: undefined },
  },
  {
    name: 'razorpay',
    make: newRazorpay,
    order: newRupeeOrder(),
    type: 'payment.captured',
    amount: ['79900', '79901'],
    signature: 'x-razorpay-signature',
    forgeries: anyForgery,
    unset: { webhookSecret: undefined },
  },
] as const)('a webhook of $name', ({ name, make, order, type, amount, signature, ...more }) => {
  const { provider, simulator } = make();
  let id = '';
  let captureId = '';

  const webhook = async (forge?: string, ofType: string = type): Promise<SignedWebhook> => {
    const event = (await simulator.events()).find((one) => one.type === ofType);
    const { headers, body } = await simulator.sign(event?.id ?? '', forge);
    return { headers: webhookHeaders[name].parse(headers) as Record<string, string>, body };
  };
  const read = (
    { headers, body }: SignedWebhook,
    now = Date.now(),
    by: PaymentProvider = provider,
  ) => by.readEvent(headers, Buffer.from(body), now);

  beforeAll(async () => {
    id = (await (provider as PaymentProvider).createOrder(order, newRequestId())).id;
    await simulator.approve(id, 'pending');
    const held = await (provider as PaymentProvider).captureOrder(id, newRequestId());
    captureId = held.capture?.id ?? '';
    await simulator.turn(captureId, 'release');
    await provider.refund(captureId, newRequestId());
  });

  it('names what it is about, with the same id when it comes again', async () => {
    const { orderId } = order;
    const event = await read(await webhook());
    expect(event).toMatchObject({ type, kind: 'payment', orderId, captureId });
    expect((await read(await webhook())).id).toBe(event.id);
    if (name === 'paypal') {
      const approved = 'CHECKOUT.ORDER.APPROVED';
      const other = { type: approved, kind: 'other', orderId, providerOrderId: id };
      expect(await read(await webhook(undefined, approved))).toMatchObject(other);
      return;
    }
    for (const other of ['payment.authorized', 'payment_link.paid', 'refund.processed']) {
      const same = { ...event, type: other, id: expect.stringMatching(/^razorpay-[0-9a-f]{64}$/) };
      expect(await read(await webhook(undefined, other))).toEqual(same);
    }
  });

  it.each(more.forgeries)('that is wrong is refused: %s', async (forge) => {
    await expect(read(await webhook())).resolves.toMatchObject({ captureId });
    await expect(read(await webhook(forge))).rejects.toMatchObject(forged);
  });

  it('is refused when a single byte of it is another, or the signature is missing', async () => {
    const { headers, body } = await webhook();
    const [right, wrong] = amount;
    const changed = body.replace(right, wrong);
    expect(changed).not.toBe(body);
    await expect(read({ headers, body: changed })).rejects.toMatchObject(forged);
    const { [signature]: genuine = '', ...unsigned } = headers;
    const other = (genuine.startsWith('a') ? 'b' : 'a') + genuine.slice(1);
    for (const given of [{ ...unsigned, [signature]: other }, unsigned])
      await expect(read({ headers: given, body })).rejects.toMatchObject(forged);
  });

  it('of another merchant, or without a secret or id of ours, is refused', async () => {
    const genuine = await webhook();
    for (const { provider: other } of [make(), make(more.unset)])
      await expect(read(genuine, Date.now(), other)).rejects.toMatchObject(forged);
  });

  it('is believed for the three days in which the provider tries, and no longer', async () => {
    const genuine = await webhook();
    const { created_at: seconds = 0 } = JSON.parse(genuine.body) as { created_at?: number };
    const sent = Date.parse(genuine.headers['paypal-transmission-time'] ?? '') || seconds * 1_000;
    const [last, first] = [sent + 73 * HOUR, sent - 5 * 60_000];
    for (const now of [first, last])
      await expect(read(genuine, now)).resolves.toMatchObject({ captureId });
    for (const now of [first - 1, last + 1])
      await expect(read(genuine, now)).rejects.toMatchObject(forged);
  });

  // Razorpay signs with a secret.
  if (name === 'paypal')
    it('whose certificate is not there is refused', async () => {
      const { headers, body } = await webhook();
      const address = headers['paypal-cert-url'] ?? '';
      const missing = { ...headers, 'paypal-cert-url': address.replace(/[^/]+$/, 'CERT-none') };
      await expect(read({ headers: missing, body })).rejects.toMatchObject(forged);
    });
});
