import { expect, it } from 'vitest';
import { getIssue, Merchant, createOrder } from './merchant.fixture.ts';
import { Process } from './process.fixture.ts';

const merchant = new Merchant(Process.running());

const unit = '/purchase_units/0/amount/value';
const withAmount = (currency_code: string, value: string) =>
  createOrder({ amount: { currency_code, value } });

it.each([
  [{ ...createOrder(), intent: 'AUTHORIZE' }, 400, 'INVALID_PARAMETER_VALUE', '/intent'],
  [{ ...createOrder(), purchase_units: [] }, 400, 'INVALID_PARAMETER_VALUE', '/purchase_units'],
  [withAmount('USD', '9.9'), 400, 'INVALID_PARAMETER_VALUE', unit],
  [withAmount('USD', '0.00'), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE', undefined],
])('orders %j are refused with %i %s', async (order, status, issue, field) => {
  const reply = await merchant.call('POST', '/v2/checkout/orders', order);
  const details = [{ issue, ...(field && { field }) }];
  expect(reply).toMatchObject({ status, body: { debug_id: expect.any(String), details } });
});

it('orders of an invoice that is paid are not captured', async () => {
  const order = createOrder({ invoice_id: 'INV-1' });
  expect((await merchant.capture(await merchant.approved('pay', order))).status).toBe(201);
  const second = await merchant.capture(await merchant.approved('pay', order));
  expect([second.status, getIssue(second)]).toEqual([422, 'DUPLICATE_INVOICE_ID']);
});
