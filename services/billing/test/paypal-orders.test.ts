import { describe, expect, it } from 'vitest';
import { newPaypal, newProviderOrder, newRequestId } from './support/paypal.js';

const { simulator, provider } = newPaypal();

const approved = async (choice: 'pay' | 'decline' | 'pending' | 'declineCapture' = 'pay') => {
  const order = newProviderOrder();
  const { id } = await provider.createOrder(order, newRequestId());
  await simulator.approve(id, choice, 'Payer@Example.com');
  return { id, orderId: order.orderId };
};

describe('an order at PayPal', () => {
  it('is opened with a page for the buyer, whom it leads back', async () => {
    const { id, approveUrl } = await provider.createOrder(
      newProviderOrder({ item: 'premium_yearly', amountMinor: 29_999, locale: 'kn' }),
      newRequestId(),
    );
    const page = await (await fetch(approveUrl)).text();
    expect(page).toContain('<html lang="kn">');
    expect(page).toContain('ಬಣ್ಣ ಚಿಕಿತ್ಸೆ: ಪ್ರೀಮಿಯಂ, 365 ದಿನಗಳು');
    expect(page).toContain('$299.99');
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

  it('is read with what we gave it', async () => {
    const order = newProviderOrder();
    const { id } = await provider.createOrder(order, newRequestId());
    expect(await provider.getOrder(id)).toEqual({
      id,
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

  it('is opened once for each request id', async () => {
    const order = newProviderOrder();
    const requestId = newRequestId();
    const first = await provider.createOrder(order, requestId);
    expect(await provider.createOrder(order, requestId)).toEqual(first);
    expect((await provider.createOrder(order, newRequestId())).id).not.toBe(first.id);
  });

  it('is refused in rupees', async () => {
    const order = newProviderOrder({ currency: 'INR' });
    await expect(provider.createOrder(order, newRequestId())).rejects.toMatchObject({
      name: 'ProviderRejectedError',
      code: 'CURRENCY_NOT_SUPPORTED',
    });
  });

  it('that is unknown is not found', async () => {
    await expect(provider.getOrder('NOTHING')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(provider.getCapture('NOTHING')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a capture', () => {
  it('tells who has paid what, and is read again by its id', async () => {
    const { id, orderId } = await approved();
    const order = await provider.captureOrder(id, newRequestId());
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
  });

  it('waits for the buyer', async () => {
    const { id } = await provider.createOrder(newProviderOrder(), newRequestId());
    const refusal = provider.captureOrder(id, newRequestId());
    await expect(refusal).rejects.toMatchObject({ code: 'ORDER_NOT_APPROVED' });
  });

  it('is made once, whatever the request id', async () => {
    const { id, orderId } = await approved();
    const requestId = newRequestId();
    const first = await provider.captureOrder(id, requestId);
    expect(await provider.captureOrder(id, requestId)).toEqual(first);
    const other = provider.captureOrder(id, newRequestId());
    await expect(other).rejects.toMatchObject({ code: 'ORDER_ALREADY_CAPTURED' });
    const { captures } = await simulator.ledger();
    expect(captures.filter(({ customId }) => customId === orderId)).toHaveLength(1);
  });

  it('can be declined by the bank, and made after all', async () => {
    const { id } = await approved('decline');
    const refusal = provider.captureOrder(id, newRequestId());
    await expect(refusal).rejects.toMatchObject({ code: 'INSTRUMENT_DECLINED' });
    expect(await provider.getOrder(id)).toMatchObject({ status: 'APPROVED', capture: undefined });
    await simulator.approve(id);
    const { capture } = await provider.captureOrder(id, newRequestId());
    expect(capture?.status).toBe('COMPLETED');
  });

  it.each([
    ['pending', 'PENDING'],
    ['declineCapture', 'DECLINED'],
  ] as const)('comes back as it is: %s', async (choice, status) => {
    const { id } = await approved(choice);
    const { capture } = await provider.captureOrder(id, newRequestId());
    expect(capture?.status).toBe(status);
  });

  it('shows an amount, an order and an account that are not ours', async () => {
    const { id } = await approved();
    const capture = { value: '0.01', currency: 'EUR', customId: 'another', payee: 'STRANGER' };
    await simulator.fault({ call: 'captureOrder', kind: 'altered', capture });
    expect((await provider.captureOrder(id, newRequestId())).capture).toMatchObject({
      amountMinor: 1,
      currency: 'EUR',
      customId: 'another',
      payee: 'STRANGER',
    });
  });
});

describe('a refund', () => {
  const paid = async () => {
    const { id } = await approved();
    return (await provider.captureOrder(id, newRequestId())).capture?.id ?? '';
  };

  it('gives everything back once', async () => {
    const captureId = await paid();
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
});
