import { webhookHeaders } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newPaypal, newProviderOrder, newRequestId, type SignedWebhook } from './support/paypal.js';

const HOUR = 3_600_000;
const forged = { code: 'INVALID_SIGNATURE' };

describe('a webhook', () => {
  const { provider, simulator } = newPaypal();
  const order = newProviderOrder();
  let id = '';
  let captureId = '';

  const webhook = async (type: string, forge?: string): Promise<SignedWebhook> => {
    const event = (await simulator.events()).find((one) => one.type === type);
    const { headers, body } = await simulator.sign(event?.id ?? '', forge);
    return { headers: webhookHeaders.paypal.parse(headers), body };
  };
  const read = ({ headers, body }: SignedWebhook, now = Date.now()) =>
    provider.readEvent(headers, Buffer.from(body), now);

  beforeAll(async () => {
    id = (await provider.createOrder(order, newRequestId())).id;
    await simulator.approve(id, 'pending');
    captureId = (await provider.captureOrder(id, newRequestId())).capture?.id ?? '';
    await simulator.turn(captureId, 'release');
    await provider.refund(captureId, newRequestId());
  });

  it('about an order names it', async () => {
    expect(await read(await webhook('CHECKOUT.ORDER.APPROVED'))).toEqual({
      id: expect.stringMatching(/^WH-/),
      type: 'CHECKOUT.ORDER.APPROVED',
      kind: 'other',
      orderId: order.orderId,
      providerOrderId: id,
      captureId: undefined,
    });
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
  ])('that is wrong is refused: %s', async (forge) => {
    const genuine = await webhook('PAYMENT.CAPTURE.COMPLETED');
    await expect(read(genuine)).resolves.toMatchObject({ captureId });
    await expect(read(await webhook('PAYMENT.CAPTURE.COMPLETED', forge))).rejects.toMatchObject(
      forged,
    );
  });

  it('is refused when a single byte of it is another', async () => {
    const { headers, body } = await webhook('PAYMENT.CAPTURE.COMPLETED');
    const changed = body.replace('9.99', '9.98');
    expect(changed).not.toBe(body);
    await expect(read({ headers, body: changed })).rejects.toMatchObject(forged);
    const { 'paypal-transmission-sig': sig = '' } = headers;
    const first = sig.startsWith('A') ? 'B' : 'A';
    const other = { ...headers, 'paypal-transmission-sig': first + sig.slice(1) };
    await expect(read({ headers: other, body })).rejects.toMatchObject(forged);
  });

  it('is believed for the three days in which PayPal tries, and no longer', async () => {
    const { headers, body } = await webhook('PAYMENT.CAPTURE.COMPLETED');
    const sent = Date.parse(headers['paypal-transmission-time'] ?? '');
    await expect(read({ headers, body }, sent + 73 * HOUR)).resolves.toMatchObject({ captureId });
    await expect(read({ headers, body }, sent + 73 * HOUR + 1)).rejects.toMatchObject(forged);
    await expect(read({ headers, body }, sent - 5 * 60_000)).resolves.toMatchObject({ captureId });
    await expect(read({ headers, body }, sent - 5 * 60_000 - 1)).rejects.toMatchObject(forged);
  });

  it('of another merchant, or without a webhook id of ours, is refused', async () => {
    const { headers, body } = await webhook('PAYMENT.CAPTURE.COMPLETED');
    for (const { provider: other } of [newPaypal(), newPaypal({ webhookId: undefined })]) {
      const event = other.readEvent(headers, Buffer.from(body), Date.now());
      await expect(event).rejects.toMatchObject(forged);
    }
  });

  it('whose certificate is not there is refused; it is asked for again later', async () => {
    const { headers, body } = await webhook('PAYMENT.CAPTURE.COMPLETED');
    const { 'paypal-cert-url': address = '' } = headers;
    const missing = { ...headers, 'paypal-cert-url': address.replace(/[^/]+$/, 'CERT-none') };
    await expect(read({ headers: missing, body })).rejects.toMatchObject(forged);
  });
});
