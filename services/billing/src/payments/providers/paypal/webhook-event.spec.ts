import { expect, it } from 'vitest';
import { parseWebhookEvent } from './webhook-event.js';

const read = (event: unknown) => parseWebhookEvent(Buffer.from(JSON.stringify(event)));

const up = 'https://api.paypal.com/v2/payments/captures/C1';
const links = [
  { rel: 'self', href: 'https://api.paypal.com/v2/payments/refunds/R1', method: 'GET' },
  { rel: 'up', href: up, method: 'GET' },
];
const none = { orderId: undefined, providerOrderId: undefined, captureId: undefined };

it.each([
  [
    'of a refund names the capture above it',
    ['PAYMENT.CAPTURE.REFUNDED', { id: 'R1', custom_id: 'ours', links }],
    { ...none, orderId: 'ours', captureId: 'C1' },
  ],
  [
    'of a capture without links names itself',
    ['PAYMENT.CAPTURE.DENIED', { id: 'C1' }],
    { captureId: 'C1' },
  ],
  ['of another kind names nothing', ['CUSTOMER.DISPUTE.CREATED', { id: 7 }], none],
  ['may be about nothing', ['ANY', undefined], none],
])('an event %s', (_what, [type, resource], expected) => {
  expect(read({ event_type: type, resource })).toMatchObject({ type, ...expected });
});

it('an event is not what is no event', () => {
  expect(parseWebhookEvent(Buffer.from('{'))).toBeUndefined();
  expect(read([])).toBeUndefined();
});
