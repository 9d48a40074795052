import { describe, expect, it } from 'vitest';
import { getIssue, Merchant, createOrder } from './merchant.fixture.ts';
import { Process } from './process.fixture.ts';

const simulator = Process.running();

describe('tokens', () => {
  it('are needed, and are those of one account', async () => {
    expect((await simulator.call('GET', '/v2/checkout/orders/ANY')).status).toBe(401);
    const one = new Merchant(simulator);
    const { body } = await one.call('POST', '/v2/checkout/orders', createOrder());
    const path = `/v2/checkout/orders/${String(body['id'])}`;
    expect((await one.call('GET', path)).status).toBe(200);
    const stranger = await new Merchant(simulator).call('GET', path);
    expect(stranger.status).toBe(404);
    expect(getIssue(stranger)).toBe('INVALID_RESOURCE_ID');
  });

  it('are not given for another secret than the first', async () => {
    await new Merchant(simulator, 'known:right').token();
    const headers = new Merchant(simulator, 'known:wrong').basic;
    const reply = await simulator.call('POST', '/v1/oauth2/token', {
      headers: { authorization: headers },
      body: 'grant_type=client_credentials',
    });
    expect(reply.status).toBe(401);
    expect(reply.body['error']).toBe('invalid_client');
  });
});

describe('orders', () => {
  const merchant = new Merchant(simulator);

  it.each([
    ['the intent', { ...createOrder(), intent: 'AUTHORIZE' }, '/intent'],
    ['no purchase', { ...createOrder(), purchase_units: [] }, '/purchase_units'],
    [
      'an amount',
      createOrder({ amount: { currency_code: 'USD', value: '9.9' } }),
      '/purchase_units/0/amount/value',
    ],
  ])('are refused where they are malformed: %s', async (_what, order, field) => {
    const reply = await merchant.call('POST', '/v2/checkout/orders', order);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      name: 'INVALID_REQUEST',
      debug_id: expect.any(String),
      details: [{ issue: 'INVALID_PARAMETER_VALUE', field }],
    });
  });

  it('are refused in rupees and for nothing', async () => {
    const inRupees = createOrder({ amount: { currency_code: 'INR', value: '799.00' } });
    const rupees = await merchant.call('POST', '/v2/checkout/orders', inRupees);
    expect([rupees.status, getIssue(rupees)]).toEqual([422, 'CURRENCY_NOT_SUPPORTED']);
    const free = createOrder({ amount: { currency_code: 'USD', value: '0.00' } });
    const nothing = await merchant.call('POST', '/v2/checkout/orders', free);
    expect(getIssue(nothing)).toBe('CANNOT_BE_ZERO_OR_NEGATIVE');
  });

  it('of an invoice that is paid are not captured', async () => {
    const order = createOrder({ invoice_id: 'INV-1' });
    expect((await merchant.capture(await merchant.approved('pay', order))).status).toBe(201);
    const second = await merchant.capture(await merchant.approved('pay', order));
    expect([second.status, getIssue(second)]).toEqual([422, 'DUPLICATE_INVOICE_ID']);
  });
});

describe('request ids', () => {
  const merchant = new Merchant(simulator);

  it('repeat a decline, but not that the buyer was missing', async () => {
    const { body } = await merchant.call('POST', '/v2/checkout/orders', createOrder());
    const id = String(body['id']);
    expect(getIssue(await merchant.capture(id, 'early'))).toBe('ORDER_NOT_APPROVED');
    await merchant.control('POST', `orders/${id}/approve`, { choice: 'decline' });
    expect(getIssue(await merchant.capture(id, 'declined'))).toBe('INSTRUMENT_DECLINED');
    await merchant.control('POST', `orders/${id}/approve`, { choice: 'pay' });
    expect(getIssue(await merchant.capture(id, 'declined'))).toBe('INSTRUMENT_DECLINED');
    expect((await merchant.capture(id, 'early')).status).toBe(201);
  });
});

describe('refunds', () => {
  const merchant = new Merchant(simulator);
  const paid = async () => {
    const { text } = await merchant.capture(await merchant.approved());
    return /"captures":\[{"id":"(\w+)"/.exec(text)?.[1] ?? '';
  };
  const refund = (id: string, body: unknown = {}) =>
    merchant.call('POST', `/v2/payments/captures/${id}/refund`, body);

  it('give back in parts, and never more than was paid', async () => {
    const id = await paid();
    const part = { amount: { currency_code: 'USD', value: '4.00' } };
    const first = await refund(id, part);
    expect(first.body['status']).toBe('COMPLETED');
    const status = async () =>
      (await merchant.call('GET', `/v2/payments/captures/${id}`)).body['status'];
    expect(await status()).toBe('PARTIALLY_REFUNDED');
    expect(getIssue(await refund(id, { amount: { currency_code: 'USD', value: '6.00' } }))).toBe(
      'REFUND_AMOUNT_EXCEEDED',
    );
    const rest = await refund(id);
    expect(await status()).toBe('REFUNDED');
    const path = `/v2/payments/refunds/${String(rest.body['id'])}`;
    expect((await merchant.call('GET', path)).body['amount']).toEqual({
      currency_code: 'USD',
      value: '5.99',
    });
    expect(getIssue(await refund(id))).toBe('CAPTURE_FULLY_REFUNDED');
  });
});

describe('the lists', () => {
  it('have events only of accounts with a webhook, by the link to the next page', async () => {
    const merchant = new Merchant(simulator);
    await merchant.control('POST', 'webhooks/delivery', { paused: true });
    for (let count = 0; count < 2; count += 1) await merchant.capture(await merchant.approved());
    const path = '/v1/notifications/webhooks-events?page_size=3';
    expect((await merchant.call('GET', path)).body).toMatchObject({ events: [], links: [] });
    await merchant.control('POST', 'webhooks', { id: 'W', url: 'http://127.0.0.1:9/' });
    const { body } = await merchant.call('GET', path);
    const next = new URL((body['links'] as { href: string }[])[0]?.href ?? '');
    const rest = await merchant.call('GET', `${next.pathname}${next.search}`);
    const types = [body, rest.body].map((one) =>
      (one['events'] as { event_type: string }[]).map((event) => event.event_type),
    );
    const both = ['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED'];
    expect(types).toEqual([[...both, both[0]], [both[1]]]);
  });
});
