import { describe, expect, it } from 'vitest';
import { captureResponse, newOrderResponse, orderResponse } from './responses.js';

const capture = (status: string, more = {}) => ({
  id: `C-${status}`,
  status,
  amount: { currency_code: 'USD', value: '9.99' },
  custom_id: 'ours',
  ...more,
});
const order = (captures: unknown[], more = {}) => ({
  id: 'ORDER',
  status: 'COMPLETED',
  purchase_units: [
    {
      amount: { currency_code: 'USD', value: '9.99' },
      payee: { merchant_id: 'WE' },
      custom_id: 'ours',
      payments: { captures },
    },
  ],
  ...more,
});

describe('an order as PayPal tells it', () => {
  it('has the capture that counts: paid before held before declined', () => {
    const selectCapture = (...states: string[]) =>
      orderResponse.parse(order(states.map((status) => capture(status)))).capture?.id;
    expect(selectCapture('DECLINED', 'COMPLETED')).toBe('C-COMPLETED');
    expect(selectCapture('COMPLETED', 'DECLINED')).toBe('C-COMPLETED');
    expect(selectCapture('PENDING', 'DECLINED')).toBe('C-PENDING');
    expect(selectCapture('DECLINED', 'REFUNDED')).toBe('C-REFUNDED');
    expect(selectCapture('REFUNDED', 'COMPLETED')).toBe('C-COMPLETED');
    expect(selectCapture('FAILED', 'DECLINED')).toBe('C-DECLINED');
    expect(selectCapture()).toBeUndefined();
  });

  it('tells the payee of a capture that leaves it out', () => {
    expect(orderResponse.parse(order([capture('COMPLETED')])).capture?.payee).toBe('WE');
    const foreign = capture('COMPLETED', { payee: { merchant_id: 'OTHER' } });
    expect(orderResponse.parse(order([foreign])).capture?.payee).toBe('OTHER');
  });

  it('tells whose a capture is that leaves that out, and believes one that does not', () => {
    const unnamed = capture('COMPLETED', { custom_id: undefined });
    expect(orderResponse.parse(order([unnamed])).capture?.customId).toBe('ours');
    const foreign = capture('COMPLETED', { custom_id: 'theirs' });
    expect(orderResponse.parse(order([foreign])).capture?.customId).toBe('theirs');
  });

  it("finds the payer's address wherever it stands", () => {
    const email = (more: object) => orderResponse.parse(order([], more)).payerEmail;
    const email_address = 'a@b.example';
    expect(email({ payer: { email_address } })).toBe(email_address);
    expect(email({ payment_source: { google_pay: { email_address } } })).toBe(email_address);
    expect(email({})).toBeUndefined();
  });

  it('has a verified payer only where an account has paid that PayPal has verified', () => {
    const isVerified = (source: object) =>
      orderResponse.parse(order([], { payment_source: source })).isPayerVerified;
    const email_address = 'a@b.example';
    expect(isVerified({ paypal: { email_address, account_status: 'VERIFIED' } })).toBe(true);
    for (const source of [
      { paypal: { email_address, account_status: 'UNVERIFIED' } },
      { paypal: { email_address } },
      { google_pay: { email_address } },
      { card: { name: 'Asha' } },
      {},
    ])
      expect(isVerified(source)).toBe(false);
  });

  it('is not understood where it has other than one purchase unit', () => {
    const { purchase_units: units } = order([]);
    expect(orderResponse.safeParse(order([], { purchase_units: [] })).success).toBe(false);
    const two = order([], { purchase_units: [...units, ...units] });
    expect(orderResponse.safeParse(two).success).toBe(false);
  });
});

describe('a capture as PayPal tells it', () => {
  it.each(['9.999', '-1.00', '1e3', '', 'NaN'])('is not understood with the amount %s', (value) => {
    const strange = capture('COMPLETED', { amount: { currency_code: 'USD', value } });
    expect(captureResponse.safeParse(strange).success).toBe(false);
  });

  it('is not understood in a state that we do not know', () => {
    expect(captureResponse.safeParse(capture('SETTLING')).success).toBe(false);
  });
});

describe('a new order as PayPal tells it', () => {
  const accepts = (mode: 'live' | 'sandbox' | 'test', href: string, rel = 'payer-action') =>
    newOrderResponse(mode).safeParse({ id: 'ORDER', links: [{ rel, href }] }).success;
  const path = '/checkoutnow?token=ORDER';

  it("sends the buyer to PayPal's page, or in a test to the simulator's", () => {
    expect(accepts('live', `https://www.paypal.com${path}`)).toBe(true);
    expect(accepts('sandbox', `https://www.sandbox.paypal.com${path}`, 'approve')).toBe(true);
    expect(accepts('test', `http://localhost:18900${path}`)).toBe(true);
  });

  it.each([
    ['live', `http://www.paypal.com${path}`],
    ['live', `https://www.paypal.com:8443${path}`],
    ['live', `https://www.paypal.com.attacker.example${path}`],
    ['live', `https://www.paypal.com@attacker.example${path}`],
    ['live', `https://attackerpaypal.com${path}`],
    ['live', `http://localhost:18900${path}`],
    ['sandbox', `http://localhost:18900${path}`],
    ['test', 'javascript:alert(1)'],
  ] as const)('is not understood where it sends the buyer elsewhere (%s, %s)', (mode, href) => {
    expect(accepts(mode, href)).toBe(false);
  });
});
