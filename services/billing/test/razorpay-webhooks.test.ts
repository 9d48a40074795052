import { beforeAll, describe, expect, it } from 'vitest';
import { newRequestId, type SignedWebhook } from './support/paypal.js';
import { newRazorpay, newRupeeOrder } from './support/razorpay.js';

const HOUR = 3_600_000;
const forged = { code: 'INVALID_SIGNATURE' };
const { provider, simulator } = newRazorpay();
const order = newRupeeOrder();
let id = '';
let captureId = '';

const webhook = async (type: string, forge?: string): Promise<SignedWebhook> => {
  const event = (await simulator.events()).find((one) => one.type === type);
  return simulator.sign(event?.id ?? '', forge);
};
const read = ({ headers, body }: SignedWebhook, now = Date.now(), by = provider) =>
  by.readEvent(headers, Buffer.from(body), now);

beforeAll(async () => {
  id = (await provider.createOrder(order)).id;
  await simulator.approve(id, 'pending');
  captureId = (await provider.getOrder(id)).capture?.id ?? '';
  await simulator.turn(captureId, 'release');
  await provider.refund(captureId, newRequestId());
});

describe('a webhook of Razorpay', () => {
  it.each(['payment.authorized', 'payment.captured', 'payment_link.paid', 'refund.processed'])(
    '%s names what it is about',
    async (type) => {
      expect(await read(await webhook(type))).toEqual({
        id: expect.stringMatching(/^razorpay-[0-9a-f]{64}$/),
        type,
        kind: 'payment',
        orderId: order.orderId,
        providerOrderId: id,
        captureId,
      });
    },
  );

  it('has the same id when it comes again', async () => {
    const [first, again] = [await webhook('payment.captured'), await webhook('payment.captured')];
    expect((await read(first)).id).toBe((await read(again)).id);
  });

  it.each(['key', 'body', 'old', 'future', 'algorithm'])(
    'that is wrong is refused: %s',
    async (forge) => {
      await expect(read(await webhook('payment.captured', forge))).rejects.toMatchObject(forged);
    },
  );

  it('is refused when a single byte of it is another, or the signature is missing', async () => {
    const { headers, body } = await webhook('payment.captured');
    const changed = { headers, body: body.replace('79900', '79901') };
    expect(changed.body).not.toBe(body);
    await expect(read(changed)).rejects.toMatchObject(forged);
    await expect(read({ headers: {}, body })).rejects.toMatchObject(forged);
  });

  it('is not believed after three days, of another merchant, or without a secret of ours', async () => {
    const genuine = await webhook('payment.captured');
    await expect(read(genuine, Date.now() + 74 * HOUR)).rejects.toMatchObject(forged);
    await expect(read(genuine, Date.now(), newRazorpay().provider)).rejects.toMatchObject(forged);
    const unset = newRazorpay({ webhookSecret: undefined }).provider;
    await expect(read(genuine, Date.now(), unset)).rejects.toMatchObject(forged);
  });
});
