import { randomId } from '../errors.ts';
import { formatPayPalTime } from './amounts.ts';
import { captureBody, orderBody, refundBody } from './response-bodies.ts';
import type { Simulator } from '../simulator.ts';
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
  simulator: Simulator,
  account: Account,
  type: string,
  resourceType: string,
  resource: unknown,
): void {
  const id = `WH-${randomId()}-${randomId()}`;
  const { origin } = simulator;
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
  saveEvent(simulator, account, { id, type, body }, false);
}

/** Saves an event, which is pending for every webhook of the account and the provider, and sends it. */
export function saveEvent(
  { webhookSender }: Simulator,
  account: Account,
  event: Pick<WebhookEvent, 'id' | 'type' | 'body'>,
  isRazorpay: boolean,
): void {
  const open = account
    .all('webhook')
    .filter(({ secret }) => (secret !== undefined) === isRazorpay)
    .map(({ id }) => id);
  webhookSender.send(account, account.save('event', { ...event, createdAt: account.now, open }));
}
