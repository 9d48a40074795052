import { describe, expect, it } from 'vitest';
import { parseWebhookEvent } from './webhook-event.js';

const read = (event: unknown) => parseWebhookEvent(Buffer.from(JSON.stringify(event)));

describe('an event', () => {
  it('of a refund names the capture above it', () => {
    const links = [
      { rel: 'self', href: 'https://api.paypal.com/v2/payments/refunds/R1', method: 'GET' },
      { rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/C1', method: 'GET' },
    ];
    const resource = { id: 'R1', custom_id: 'ours', links };
    expect(read({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.REFUNDED', resource })).toEqual({
      id: 'WH-1',
      type: 'PAYMENT.CAPTURE.REFUNDED',
      kind: 'payment',
      orderId: 'ours',
      providerOrderId: undefined,
      captureId: 'C1',
    });
  });

  it('of a capture without links names itself', () => {
    const event = { id: 'WH-2', event_type: 'PAYMENT.CAPTURE.DENIED', resource: { id: 'C1' } };
    expect(read(event)?.captureId).toBe('C1');
  });

  it('of another kind names nothing', () => {
    const event = { id: 'WH-3', event_type: 'CUSTOMER.DISPUTE.CREATED', resource: { id: 7 } };
    expect(read(event)).toMatchObject({
      orderId: undefined,
      providerOrderId: undefined,
      captureId: undefined,
    });
    expect(read({ id: 'WH-4', event_type: 'ANY' })?.id).toBe('WH-4');
  });

  it('is not what is no event', () => {
    expect(parseWebhookEvent(Buffer.from('{'))).toBeUndefined();
    expect(read([])).toBeUndefined();
    expect(read({ id: '', event_type: 'ANY' })).toBeUndefined();
  });
});
