import { randomId } from '../http/response.ts';
import { formatPayPalTime } from '../money/amounts.ts';
import { captureBody, orderBody, type Origins, refundBody } from '../money/response-bodies.ts';
import type { Account } from '../store/account.ts';
import type { Capture, Order, Refund, WebhookEvent } from '../store/model.ts';

const captureTypes = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED',
  FAILED: 'PAYMENT.CAPTURE.DENIED',
  REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
  PARTIALLY_REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
} as const;

export function orderApprovedEvent(account: Account, order: Order, origins: Origins): WebhookEvent {
  const resource = orderBody(account, order, origins);
  return newEvent(account, 'CHECKOUT.ORDER.APPROVED', 'checkout-order', resource, origins);
}

export function captureEvent(account: Account, capture: Capture, origins: Origins): WebhookEvent {
  const resource = captureBody(account, capture, origins);
  return newEvent(account, captureTypes[capture.status], 'capture', resource, origins);
}

export function refundEvent(account: Account, refund: Refund, origins: Origins): WebhookEvent {
  const resource = refundBody(account, refund, origins);
  return newEvent(account, 'PAYMENT.CAPTURE.REFUNDED', 'refund', resource, origins);
}

/** Creates an event, which is pending for every webhook of the account. */
function newEvent(
  account: Account,
  type: string,
  resourceType: string,
  resource: unknown,
  { origin }: Origins,
): WebhookEvent {
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
  const open = account.all('webhook').map((webhook) => webhook.id);
  return account.save('event', { id, type, body, createdAt: account.now, open });
}
