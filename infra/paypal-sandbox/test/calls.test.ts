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
    const headers = { authorization: new Merchant(simulator, 'known:wrong').basic };
    const body = 'grant_type=client_credentials';
    const reply = await simulator.call('POST', '/v1/oauth2/token', { headers, body });
    expect(reply).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});

describe('orders', () => {
  const merchant = new Merchant(simulator);

  const unit = '/purchase_units/0/amount/value';
  const withAmount = (currency_code: string, value: string) =>
    createOrder({ amount: { currency_code, value } });

  it.each([
    [{ ...createOrder(), intent: 'AUTHORIZE' }, 400, 'INVALID_PARAMETER_VALUE', '/intent'],
    [{ ...createOrder(), purchase_units: [] }, 400, 'INVALID_PARAMETER_VALUE', '/purchase_units'],
    [withAmount('USD', '9.9'), 400, 'INVALID_PARAMETER_VALUE', unit],
    [withAmount('INR', '799.00'), 422, 'CURRENCY_NOT_SUPPORTED', undefined],
    [withAmount('USD', '0.00'), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE', undefined],
  ])('%j are refused with %i %s', async (order, status, issue, field) => {
    const reply = await merchant.call('POST', '/v2/checkout/orders', order);
    const details = [{ issue, ...(field && { field }) }];
    expect(reply).toMatchObject({ status, body: { debug_id: expect.any(String), details } });
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
    const amount = (value: string) => ({ amount: { currency_code: 'USD', value } });
    const read = async (path: string) => (await merchant.call('GET', `/v2/payments/${path}`)).body;
    expect((await refund(id, amount('4.00'))).body['status']).toBe('COMPLETED');
    expect((await read(`captures/${id}`))['status']).toBe('PARTIALLY_REFUNDED');
    expect(getIssue(await refund(id, amount('6.00')))).toBe('REFUND_AMOUNT_EXCEEDED');
    const rest = await refund(id);
    expect((await read(`captures/${id}`))['status']).toBe('REFUNDED');
    expect(await read(`refunds/${String(rest.body['id'])}`)).toMatchObject(amount('5.99'));
    expect(getIssue(await refund(id))).toBe('CAPTURE_FULLY_REFUNDED');
  });
});
