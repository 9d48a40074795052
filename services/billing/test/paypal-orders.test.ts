import { describe, expect, it } from 'vitest';
import { newPaypal, newProviderOrder, newRequestId } from './support/paypal.js';

const { simulator, provider } = newPaypal();

const approved = async () => {
  const order = newProviderOrder();
  const { id } = await provider.createOrder(order, newRequestId());
  await simulator.approve(id, 'pay', 'Payer@Example.com');
  return { id, orderId: order.orderId };
};

describe('an order at PayPal', () => {
  it('is opened with a page for the buyer, whom it leads back', async () => {
    const { id, approveUrl } = await provider.createOrder(
      newProviderOrder({ item: 'premium_yearly', amountMinor: 29_999, locale: 'kn' }),
      newRequestId(),
    );
    const page = await (await fetch(approveUrl)).text();
    for (const part of ['<html lang="kn">', 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ: ಪ್ರೀಮಿಯಂ, 365 ದಿನಗಳು', '$299.99'])
      expect(page).toContain(part);
    const body = new URLSearchParams({ choice: 'pay', email: 'a@b.example' });
    const answer = await fetch(approveUrl, { method: 'POST', body, redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    expect(back.pathname).toBe('/payment');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      order: '1',
      token: id,
      PayerID: expect.stringMatching(/^[A-Z0-9]{13}$/),
    });
  });

  it('is opened once for each request id, and read with what we gave it', async () => {
    const order = newProviderOrder();
    const requestId = newRequestId();
    const first = await provider.createOrder(order, requestId);
    expect(await provider.createOrder(order, requestId)).toEqual(first);
    expect((await provider.createOrder(order, newRequestId())).id).not.toBe(first.id);
    expect(await provider.getOrder(first.id)).toEqual({
      id: first.id,
      status: 'PAYER_ACTION_REQUIRED',
      amountMinor: 999,
      currency: 'USD',
      customId: order.orderId,
      payee: expect.any(String),
      payerEmail: undefined,
      isPayerVerified: false,
      capture: undefined,
    });
  });

  it('is refused in rupees, and not found if it is unknown', async () => {
    const order = newProviderOrder({ currency: 'INR' });
    await expect(provider.createOrder(order, newRequestId())).rejects.toMatchObject({
      name: 'ProviderRejectedError',
      code: 'CURRENCY_NOT_SUPPORTED',
    });
    await expect(provider.getOrder('NOTHING')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(provider.getCapture('NOTHING')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('a capture is made once, tells who has paid what, and is read again by its id', async () => {
  const { id, orderId } = await approved();
  const requestId = newRequestId();
  const order = await provider.captureOrder(id, requestId);
  expect(order).toMatchObject({ id, status: 'COMPLETED', payerEmail: 'Payer@Example.com' });
  expect(order.capture).toEqual({
    id: expect.any(String),
    status: 'COMPLETED',
    amountMinor: 999,
    currency: 'USD',
    customId: orderId,
    payee: order.payee,
  });
  expect(await provider.getCapture(order.capture?.id ?? '')).toEqual(order.capture);
  expect(await provider.getOrder(id)).toEqual(order);
  expect(await provider.captureOrder(id, requestId)).toEqual(order);
  const other = provider.captureOrder(id, newRequestId());
  await expect(other).rejects.toMatchObject({ code: 'ORDER_ALREADY_CAPTURED' });
});

it('a refund gives everything back once', async () => {
  const { id } = await approved();
  const captureId = (await provider.captureOrder(id, newRequestId())).capture?.id ?? '';
  const requestId = newRequestId();
  const refund = await provider.refund(captureId, requestId);
  expect(refund.status).toBe('COMPLETED');
  expect(await provider.refund(captureId, requestId)).toEqual(refund);
  expect((await provider.getCapture(captureId)).status).toBe('REFUNDED');
  const again = provider.refund(captureId, newRequestId());
  await expect(again).rejects.toMatchObject({ code: 'CAPTURE_FULLY_REFUNDED' });
  const { refunds } = await simulator.ledger();
  expect(refunds.filter((one) => one.captureId === captureId)).toMatchObject([{ value: '9.99' }]);
});
