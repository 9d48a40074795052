import { expect, it } from 'vitest';
import {
  isPaymentPage,
  linkResponse,
  paymentResponse,
  paymentsResponse,
  refundsResponse,
  toProviderOrder,
  toRejection,
  toSurplus,
} from './responses.js';

const price = { amount: 79_900, currency: 'INR' };
const payment = {
  ...price,
  id: 'pay_1',
  status: 'captured',
  amount_refunded: 0,
  email: 'asha@example.com',
  notes: { order_id: 'ours' },
};
const link = linkResponse.parse({
  ...price,
  id: 'plink_1',
  status: 'created',
  reference_id: 'ours',
  short_url: 'https://rzp.io/i/abc',
});

/** An order that was paid like this. */
const orderOf = (items: object[], status = link.status) =>
  toProviderOrder({ ...link, status }, paymentsResponse.parse({ items }));

it.each([
  [{}, 'COMPLETED'],
  [{ amount_refunded: 100 }, 'PARTIALLY_REFUNDED'],
  [{ amount_refunded: 79_900 }, 'REFUNDED'],
  [{ status: 'refunded', amount_refunded: 79_900 }, 'REFUNDED'],
  [{ status: 'authorized' }, 'PENDING'],
  [{ status: 'failed', amount_refunded: null }, 'DECLINED'],
])('a payment with %j is %s', (part, status) => {
  expect(paymentResponse.parse({ ...payment, ...part }).status).toBe(status);
});

it('a payment may have no notes, and no address of the payer', () => {
  const bare = { ...payment, notes: [], email: 'void@razorpay.com' };
  expect(paymentResponse.parse(bare).customId).toBeUndefined();
  const expected = { payerEmail: undefined, capture: { customId: 'ours' } };
  expect(orderOf([bare])).toMatchObject(expected);
});

const refunded = { ...payment, status: 'refunded', amount_refunded: 79_900 };

it('an order is paid by the attempt that succeeded; one that has only begun is none', () => {
  const states = ['failed', 'created', 'captured', 'failed'];
  const attempts = states.map((status, at) => ({ ...payment, id: `pay_${at}`, status }));
  expect(orderOf(attempts).capture).toMatchObject({ id: 'pay_2', status: 'COMPLETED' });
  expect(orderOf(attempts.slice(1, 2)).capture).toBeUndefined();
});

it.each([
  ['created', 'DECLINED', 'CREATED'],
  ['expired', 'DECLINED', 'VOIDED'],
  ['paid', 'REFUNDED', 'COMPLETED'],
] as const)('an order whose link is %s and whose payment came back: %s', (linkStatus, ...read) => {
  const [capture, status] = read;
  expect(orderOf([refunded], linkStatus)).toMatchObject({ status, capture: { status: capture } });
});

it('an order that was paid twice is paid by what was kept; the rest is a surplus', () => {
  const items = [refunded, payment, payment, payment].map((one, at) => ({
    ...one,
    id: `pay_${at}`,
    amount_refunded: at === 2 ? 100 : one.amount_refunded,
  }));
  expect(orderOf(items, 'paid').capture?.id).toBe('pay_1');
  expect(toSurplus(paymentsResponse.parse({ items }), 'pay_1')).toEqual(['pay_2', 'pay_3']);
});

it('an order shows a payment that names another order', () => {
  const foreign = { ...payment, notes: { order_id: 'another' } };
  expect(orderOf([foreign]).capture?.customId).toBe('another');
});

it('counts what refunds have given back, and which have failed', () => {
  const refunds = ['failed', 'processed', 'pending', 'failed', 'processed'].map((status, at) => ({
    id: `rfnd_${at}`,
    status,
    amount: 100 + at,
    created_at: 100 - at,
  }));
  expect(refundsResponse.parse({ items: refunds })).toEqual({
    count: 5,
    failures: 2,
    pending: { id: 'rfnd_2', status: 'PENDING' },
    processedMinor: 205,
    requestedMinor: 307,
    completed: [
      { id: 'rfnd_4', amountMinor: 104 },
      { id: 'rfnd_1', amountMinor: 101 },
    ],
  });
});

it.each([
  ['https://rzp.io/i/abc', 'live', true],
  ['https://pages.razorpay.com/abc', 'sandbox', true],
  ['https://razorpay.com.attacker.example/', 'live', false],
  ['http://rzp.io/i/abc', 'live', false],
  ['http://127.0.0.1:18900/rzp/plink_1', 'live', false],
  ['http://127.0.0.1:18900/rzp/plink_1', 'test', true],
] as const)('the page for the buyer is %s in mode %s: %s', (href, mode, is) => {
  expect(isPaymentPage(href, mode)).toBe(is);
});

const body = (description: string) => ({ error: { code: 'BAD_REQUEST_ERROR', description } });

it.each([
  ['The id provided does not exist', 'NOT_FOUND'],
  ['The payment has been fully refunded already', 'CAPTURE_FULLY_REFUNDED'],
  ['payment link with given reference_id: 1 already exists. Please create', 'ORDER_EXISTS'],
  ['payment link creation with reference ID already attempted', 'ORDER_EXISTS'],
  ['The amount must be at least INR 1.00', 'OTHER'],
])('a refusal "%s" means %s', (description, code) => {
  expect(toRejection(400, body(description))).toMatchObject({ code, issue: 'BAD_REQUEST_ERROR' });
});

it('a refusal brings no foreign text into the log', () => {
  const { issue, message } = toRejection(400, body('of payer@example.com\nforged'));
  expect(`${issue} ${message}`).not.toContain('payer');
  expect(toRejection(404, 'text')).toMatchObject({ code: 'NOT_FOUND', issue: 'HTTP_404' });
});
