import { rupeeReturnQuery } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { newRequestId } from './support/paypal.js';
import { newRazorpay, newRupeeOrder } from './support/razorpay.js';

const { simulator, provider } = newRazorpay();

const opened = async (overrides = {}) => {
  const order = newRupeeOrder(overrides);
  return { ...(await provider.createOrder(order)), orderId: order.orderId };
};
const paid = async () => {
  const order = await opened();
  await simulator.approve(order.id, 'pay', 'Payer@Example.com');
  const { capture } = await provider.getOrder(order.id);
  return { ...order, captureId: capture?.id ?? '' };
};

describe('an order at Razorpay', () => {
  it('is a page in the buyer’s language, which leads back with a signature', async () => {
    const { id, approveUrl, orderId } = await opened({ item: 'premium_yearly', locale: 'kn' });
    const page = await (await fetch(approveUrl)).text();
    expect(page).toContain('<html lang="kn">');
    expect(page).toContain('ಬಣ್ಣ ಚಿಕಿತ್ಸೆ: ಪ್ರೀಮಿಯಂ, 365 ದಿನಗಳು');
    expect(page).toContain('₹799.00');
    const body = new URLSearchParams({ choice: 'pay', vpa: 'asha@okbank' });
    const answer = await fetch(approveUrl, { method: 'POST', body, redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    expect(back.href).toMatch(/^http:\/\/localhost:8080\/razorpay\/return\?/);
    const query = rupeeReturnQuery.parse(Object.fromEntries(back.searchParams));
    expect(query).toMatchObject({
      razorpay_payment_link_id: id,
      razorpay_payment_link_reference_id: orderId,
      razorpay_payment_link_status: 'paid',
    });
    expect(provider.readReturn(query)).toBe(id);
    for (const name of Object.keys(query))
      expect(provider.readReturn({ ...query, [name]: 'plink_other' })).toBeUndefined();
    expect(provider.readReturn({})).toBeUndefined();
  });

  it('is made once, also where the first answer was lost', async () => {
    const order = newRupeeOrder();
    await simulator.fault({ call: 'createOrder', kind: 'lostReply' });
    await expect(provider.createOrder(order)).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
    });
    const first = await provider.createOrder(order);
    expect(await provider.createOrder(order)).toEqual(first);
  });

  it('is read with what we gave it, and waits for the buyer', async () => {
    const { id, orderId } = await opened();
    const expected = { id, status: 'CREATED', amountMinor: 79_900, currency: 'INR' };
    expect(await provider.captureOrder(id)).toMatchObject({
      ...expected,
      customId: orderId,
      payee: undefined,
      payerEmail: undefined,
      capture: undefined,
    });
  });

  it('can be paid until three hours after the given time, whatever the local clock', async () => {
    const now = Date.now() + 100 * 3_600_000;
    const { id } = await opened({ now });
    const { clientId, secret, base } = simulator;
    const answer = await fetch(`${base}/v1/payment_links/${id}`, {
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      },
    });
    expect(await answer.json()).toMatchObject({ expire_by: Math.floor(now / 1_000) + 3 * 3_600 });
  });

  it('is refused in dollars, and not found if it is unknown', async () => {
    const dollars = opened({ currency: 'USD' });
    await expect(dollars).rejects.toMatchObject({ code: 'CURRENCY_NOT_SUPPORTED' });
    const unknown = { code: 'NOT_FOUND' };
    await expect(provider.getOrder('plink_none')).rejects.toMatchObject(unknown);
    await expect(provider.getCapture('pay_none')).rejects.toMatchObject(unknown);
  });
});

describe('payments', () => {
  it('tell who has paid what, and are read again by their ids', async () => {
    const { id, orderId, captureId } = await paid();
    const order = await provider.captureOrder(id);
    expect(order).toMatchObject({ status: 'COMPLETED', payerEmail: 'Payer@Example.com' });
    expect(order.capture).toEqual({
      id: captureId,
      status: 'COMPLETED',
      amountMinor: 79_900,
      currency: 'INR',
      customId: orderId,
      payee: undefined,
    });
    expect(await provider.getCapture(captureId)).toEqual(order.capture);
  });

  it('are listed with refunds, by pages', async () => {
    const { simulator: own, provider: lists } = newRazorpay();
    const from = await own.advance(0);
    const pay = async () => {
      const order = newRupeeOrder();
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
});

describe('a refund', () => {
  it('gives everything back once, though its answer is lost', async () => {
    const { captureId } = await paid();
    const requestId = newRequestId();
    await simulator.fault({ call: 'refund', kind: 'lostReply' });
    await expect(provider.refund(captureId, requestId)).rejects.toMatchObject({
      name: 'ProviderUnavailableError',
    });
    await expect(provider.refund(captureId, requestId)).rejects.toMatchObject({
      code: 'CAPTURE_FULLY_REFUNDED',
    });
    expect((await provider.getCapture(captureId)).status).toBe('REFUNDED');
    const { refunds } = await simulator.ledger();
    expect(refunds.filter((one) => one.captureId === captureId)).toMatchObject([
      { value: '799.00' },
    ]);
  });

  it.each([
    ['798.50', true],
    ['798.00', false],
    ['799.00', false],
  ])('after one of %s leaves too little: %s', async (part, isTooSmall) => {
    const { captureId } = await paid();
    await simulator.refundPart(captureId, part);
    expect(await provider.isRestTooSmall(captureId)).toBe(isTooSmall);
  });

  it('that is pending is not done, and one that fails is asked for again', async () => {
    const { captureId } = await paid();
    await simulator.fault({ call: 'refund', kind: 'pending' });
    const { id, status } = await provider.refund(captureId, newRequestId());
    expect(status).toBe('PENDING');
    expect((await provider.getCapture(captureId)).status).toBe('PARTIALLY_REFUNDED');
    expect(await provider.refund(captureId, newRequestId())).toEqual({ id, status: 'PENDING' });
    await simulator.endRefund(id, 'fail');
    expect((await provider.getCapture(captureId)).status).toBe('COMPLETED');
    expect((await provider.refund(captureId, newRequestId())).status).toBe('COMPLETED');
  });
});
