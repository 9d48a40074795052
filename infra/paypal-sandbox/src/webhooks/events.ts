import { paypalTime } from '../money/amounts.ts';
import { captureBody, orderBody, refundBody, type Origins } from '../money/bodies.ts';
import { randomId } from '../random.ts';
import type { Account } from '../store/account.ts';
import type { Capture, Order, Refund, SandboxEvent } from '../store/model.ts';

const captureTypes = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED',
  FAILED: 'PAYMENT.CAPTURE.DENIED',
  REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
  PARTIALLY_REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
} as const;

export function orderApproved(account: Account, order: Order, origins: Origins): SandboxEvent {
  const resource = orderBody(account, order, origins);
  return newEvent(account, 'CHECKOUT.ORDER.APPROVED', 'checkout-order', resource, origins);
}

export function captureChanged(account: Account, capture: Capture, origins: Origins): SandboxEvent {
  const resource = captureBody(account, capture, origins);
  return newEvent(account, captureTypes[capture.status], 'capture', resource, origins);
}

export function refundMade(account: Account, refund: Refund, origins: Origins): SandboxEvent {
  const resource = refundBody(account, refund, origins);
  return newEvent(account, 'PAYMENT.CAPTURE.REFUNDED', 'refund', resource, origins);
}

/** Keeps the event until every webhook of the account has taken it. */
function newEvent(
  account: Account,
  type: string,
  resourceType: string,
  resource: unknown,
  { origin }: Origins,
): SandboxEvent {
  const id = `WH-${randomId()}-${randomId()}`;
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: paypalTime(account.now),
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
  return account.put('event', { id, type, body, createdAt: account.now, open });
}
