import { expect, it } from 'vitest';
import { captureResponse, newOrderResponse, orderResponse } from './responses.js';

const email_address = 'a@b.example';
const amount = { currency_code: 'USD', value: '9.99' };
const capture = (status: string, more = {}) => ({
  id: `C-${status}`,
  status,
  amount,
  custom_id: 'ours',
  ...more,
});
const order = (captures: unknown[], more = {}) => ({
  id: 'ORDER',
  status: 'COMPLETED',
  purchase_units: [
    { amount, payee: { merchant_id: 'WE' }, custom_id: 'ours', payments: { captures } },
  ],
  ...more,
});

const captureOf = (...captures: unknown[]) => orderResponse.parse(order(captures)).capture;

it.each([
  [['DECLINED', 'COMPLETED'], 'C-COMPLETED'],
  [['COMPLETED', 'DECLINED'], 'C-COMPLETED'],
  [['PENDING', 'DECLINED'], 'C-PENDING'],
  [['DECLINED', 'REFUNDED'], 'C-REFUNDED'],
  [['REFUNDED', 'COMPLETED'], 'C-COMPLETED'],
  [['FAILED', 'DECLINED'], 'C-DECLINED'],
  [[], undefined],
])('an order as PayPal tells it of the captures %j has the one that counts: %s', (states, id) => {
  expect(captureOf(...states.map((status) => capture(status)))?.id).toBe(id);
});

it.each([
  [{}, { payee: 'WE', customId: 'ours' }],
  [{ payee: { merchant_id: 'OTHER' } }, { payee: 'OTHER' }],
  [{ custom_id: undefined }, { customId: 'ours' }],
  [{ custom_id: 'theirs' }, { customId: 'theirs' }],
])('an order as PayPal tells it believes what a capture says of itself (%j): %j', (said, read) => {
  expect(captureOf(capture('COMPLETED', said))).toMatchObject(read);
});

it("an order as PayPal tells it finds the payer's address wherever it stands", () => {
  const email = (more: object) => orderResponse.parse(order([], more)).payerEmail;
  expect(email({ payer: { email_address } })).toBe(email_address);
  expect(email({ payment_source: { google_pay: { email_address } } })).toBe(email_address);
  expect(email({})).toBeUndefined();
});

it('an order as PayPal tells it is not understood where it has other than one purchase unit', () => {
  const { purchase_units: units } = order([]);
  expect(orderResponse.safeParse(order([], { purchase_units: [] })).success).toBe(false);
  const two = order([], { purchase_units: [...units, ...units] });
  expect(orderResponse.safeParse(two).success).toBe(false);
});

it.each(['9.999', '-1.00', '1e3', '', 'NaN'])('no capture has the amount %s', (value) => {
  const strange = capture('COMPLETED', { amount: { currency_code: 'USD', value } });
  expect(captureResponse.safeParse(strange).success).toBe(false);
});

it('a capture as PayPal tells it is not understood in a state that we do not know', () => {
  expect(captureResponse.safeParse(capture('SETTLING')).success).toBe(false);
});

const accepts = (mode: 'live' | 'sandbox' | 'test', href: string, rel: string) =>
  newOrderResponse(mode).safeParse({ id: 'ORDER', links: [{ rel, href }] }).success;
const path = '/checkoutnow?token=ORDER';

it.each([
  ['live', `https://www.paypal.com${path}`, true],
  ['sandbox', `https://www.sandbox.paypal.com${path}`, true],
  ['test', `http://localhost:18900${path}`, true],
  ['live', `http://www.paypal.com${path}`, false],
  ['live', `https://www.paypal.com:8443${path}`, false],
  ['live', `https://www.paypal.com.attacker.example${path}`, false],
  ['live', `https://www.paypal.com@attacker.example${path}`, false],
  ['live', `https://attackerpaypal.com${path}`, false],
  ['live', `http://localhost:18900${path}`, false],
  ['sandbox', `http://localhost:18900${path}`, false],
  ['test', 'javascript:alert(1)', false],
] as const)('in mode %s an order may send the buyer to %s: %s', (mode, href, isAccepted) => {
  for (const rel of ['payer-action', 'approve']) expect(accepts(mode, href, rel)).toBe(isAccepted);
});
