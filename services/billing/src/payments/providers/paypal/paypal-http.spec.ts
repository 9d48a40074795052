import { expect, it } from 'vitest';
import { toRejection } from './paypal-http.js';

const body = (issue: unknown) => ({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] });

it.each([
  ['ORDER_NOT_APPROVED', 'ORDER_NOT_APPROVED'],
  ['PAYER_ACTION_REQUIRED', 'ORDER_NOT_APPROVED'],
  ['INSTRUMENT_DECLINED', 'INSTRUMENT_DECLINED'],
  ['CARD_EXPIRED', 'INSTRUMENT_DECLINED'],
  ['DUPLICATE_INVOICE_ID', 'OTHER'],
])('a refusal %s means %s', (issue, code) => {
  expect(toRejection(422, body(issue))).toMatchObject({ code, issue });
});

it('a refusal without details gets its name or its status as issue', () => {
  expect(toRejection(403, { name: 'NOT_AUTHORIZED' }).issue).toBe('NOT_AUTHORIZED');
  expect(toRejection(404, undefined)).toMatchObject({ code: 'NOT_FOUND', issue: 'HTTP_404' });
  expect(toRejection(400, 'text')).toMatchObject({ code: 'OTHER', issue: 'HTTP_400' });
});

it('a refusal brings no foreign text into the log', () => {
  const { issue, message } = toRejection(422, body('payer@example.com\nforged line'));
  expect(issue).toBe('UNPROCESSABLE_ENTITY');
  expect(message).not.toContain('payer');
});
