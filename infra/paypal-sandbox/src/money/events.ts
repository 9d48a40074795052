import { randomId } from '../errors.ts';
import { formatPayPalTime } from './amounts.ts';
import { captureBody, orderBody, refundBody } from './response-bodies.ts';
import type { Simulator } from '../simulator.ts';
import type { Account } from '../store/account.ts';
import type { Capture, Order, Refund } from '../store/model.ts';

const captureTypes = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED',
  FAILED: 'PAYMENT.CAPTURE.DENIED',
  REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
  PARTIALLY_REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
} as const;

export function sendOrderApprovedEvent(simulator: Simulator, account: Account, order: Order) {
  const resource = orderBody(account, order, simulator);
  sendEvent(simulator, account, 'CHECKOUT.ORDER.APPROVED', 'checkout-order', resource);
}

export function sendCaptureEvent(simulator: Simulator, account: Account, capture: Capture) {
  const resource = captureBody(account, capture, simulator);
  sendEvent(simulator, account, captureTypes[capture.status], 'capture', resource);
}

export function sendRefundEvent(simulator: Simulator, account: Account, refund: Refund) {
  const resource = refundBody(account, refund, simulator);
  sendEvent(simulator, account, 'PAYMENT.CAPTURE.REFUNDED', 'refund', resource);
}

function sendEvent(
  { origin, webhookSender }: Simulator,
  account: Account,
  type: string,
  resourceType: string,
  resource: unknown,
): void {
  const id = `WH-${randomId()}-${randomId()}`;
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: formatPayPalTime(account.now),
    resource_type: resourceType,
    resource_version: '2.0',
    event_type: type,
    summary: `A test payment: ${type}`,
    resource,
    links: [
      { href: `${origin}/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' },
    ],
  });
  webhookSender.sendNew(account, { id, type, body }, false);
}
