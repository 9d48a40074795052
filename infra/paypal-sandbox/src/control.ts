import { z } from 'zod';
import { type App, byId } from './http.ts';
import { faultInput } from './faults.ts';
import { findCapture, resolvePendingCapture } from './money/captures.ts';
import { approveOrder } from './money/orders.ts';
import { refundCapture, resolvePendingRefund } from './money/refunds.ts';
import { captureBody, orderBody, refundBody } from './money/response-bodies.ts';
import { notFoundError } from './errors.ts';
import type { Simulator } from './simulator.ts';
import type { Account } from './store/account.ts';
import { choices } from './store/model.ts';
import { sendCaptureEvent, sendOrderApprovedEvent, sendRefundEvent } from './webhooks/events.ts';
import { forgery, signWebhook } from './webhooks/sign.ts';

const approval = z.strictObject({
  choice: z.enum(choices).default('pay'),
  email: z.email().default('buyer@example.com'),
});
const clock = z.strictObject({ advanceMs: z.number().int() });
const webhook = z.strictObject({ id: z.string().min(1).max(50), url: z.url() });
const delivery = z.strictObject({
  paused: z.boolean().default(false),
  copies: z.number().int().min(1).max(20).default(1),
  shuffle: z.boolean().default(false),
});
const signing = z.strictObject({
  eventId: z.string(),
  /** The newest webhook of the account unless given. */
  webhookId: z.string().optional(),
  forge: forgery.optional(),
});

/** For tests and the operator of this machine. */
export function controlRoutes(app: App, simulator: Simulator): void {
  const { webhookSender } = simulator;

  app.post('/_control/faults', { schema: { body: faultInput } }, ({ account, body }) => {
    account.faults.add(body);
    return { faults: account.faults.all };
  });
  app.get('/_control/faults', ({ account }) => ({ faults: account.faults.all }));
  app.delete('/_control/faults', ({ account }) => {
    account.faults.clear();
    return {};
  });

  app.post(
    '/_control/orders/:id/approve',
    { schema: { ...byId, body: approval } },
    ({ account, params, body }) => {
      const order = approveOrder(account, params.id, body.choice, body.email);
      sendOrderApprovedEvent(simulator, account, order);
      return orderBody(account, order, simulator);
    },
  );
  for (const [outcome, status] of [
    ['release', 'COMPLETED'],
    ['deny', 'DECLINED'],
  ] as const) {
    app.post(`/_control/captures/:id/${outcome}`, { schema: byId }, ({ account, params }) => {
      const capture = resolvePendingCapture(account, params.id, status);
      sendCaptureEvent(simulator, account, capture);
      return captureBody(account, capture, simulator);
    });
  }
  app.post('/_control/captures/:id/refund', { schema: byId }, ({ account, params }) => {
    const refund = refundCapture(account, findCapture(account, params.id).id);
    sendRefundEvent(simulator, account, refund);
    return refundBody(account, refund, simulator);
  });
  for (const [outcome, status] of [
    ['complete', 'COMPLETED'],
    ['fail', 'FAILED'],
  ] as const) {
    app.post(`/_control/refunds/:id/${outcome}`, { schema: byId }, ({ account, params }) => {
      const refund = resolvePendingRefund(account, params.id, status);
      sendRefundEvent(simulator, account, refund);
      return refundBody(account, refund, simulator);
    });
  }

  app.post('/_control/tokens/revoke', ({ account }) => {
    simulator.tokens.revoke(account);
    return {};
  });
  app.post('/_control/clock', { schema: { body: clock } }, ({ account, body }) => {
    account.clockOffsetMs += body.advanceMs;
    return { now: new Date(account.now).toISOString() };
  });
  app.post('/_control/reset', ({ account }) => {
    account.reset();
    return {};
  });
  app.get('/_control/ledger', ({ account }) => transactionReport(account));
  app.get('/_control/account', ({ account }) => ({ merchantId: account.merchantId }));

  // Registers an id that the caller chooses.
  app.post('/_control/webhooks', { schema: { body: webhook } }, ({ account, body }) =>
    account.save('webhook', body),
  );
  app.post('/_control/webhooks/delivery', { schema: { body: delivery } }, ({ account, body }) => {
    const wasPaused = account.delivery.paused;
    account.delivery = body;
    if (wasPaused) webhookSender.resume(account);
    return body;
  });
  app.get('/_control/webhooks/events', ({ account }) => ({
    events: account.all('event').map(({ id, type, open, body }) => ({
      id,
      type,
      open: open.length,
      body: JSON.parse(body) as unknown,
    })),
  }));
  // Sends every event again.
  app.post('/_control/webhooks/resend', ({ account }) => {
    const open = account.all('webhook').map(({ id }) => id);
    for (const event of account.all('event')) {
      webhookSender.send(account, account.save('event', { ...event, open }));
    }
    return {};
  });
  // Returns headers and body for a test that sends the webhook.
  app.post('/_control/webhooks/sign', { schema: { body: signing } }, ({ account, body }) => {
    const event = account.get('event', body.eventId);
    const webhookId = body.webhookId ?? account.all('webhook').at(-1)?.id;
    if (event === undefined || webhookId === undefined) throw notFoundError();
    return signWebhook({ body: event.body, webhookId }, simulator, body.forge);
  });
}

/** All captures and refunds; tests compare them with the product's data. */
function transactionReport(account: Account) {
  return {
    captures: account
      .all('capture')
      .map(({ id, orderId, customId, invoiceId, status, amount: { value, currency_code } }) => ({
        ...{ id, orderId, customId, invoiceId, status, value },
        currency: currency_code,
      })),
    refunds: account
      .all('refund')
      .map(({ id, captureId, status, amount: { value, currency_code } }) => ({
        ...{ id, captureId, status, value },
        currency: currency_code,
      })),
  };
}
