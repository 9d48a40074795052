import { z } from 'zod';
import { type App, byId } from './http.ts';
import { faultInput } from './faults.ts';
import { cents, decimal } from './money/amounts.ts';
import { findCapture, resolvePendingCapture } from './money/captures.ts';
import { approveOrder } from './money/orders.ts';
import { refundCapture, resolvePendingRefund } from './money/refunds.ts';
import { captureBody, orderBody, refundBody } from './money/response-bodies.ts';
import { notFoundError } from './errors.ts';
import { linkBody, paymentBody, paymentRefundBody } from './razorpay/bodies.ts';
import { sendPaymentEvents, sendPaymentRefundEvent } from './razorpay/events.ts';
import { findLink, findPayment, payLink, resolvePayment } from './razorpay/links.ts';
import { getRefunded, refundPayment, resolvePaymentRefund } from './razorpay/refunds.ts';
import type { Simulator } from './simulator.ts';
import type { Account } from './store/account.ts';
import { choices, type Payment } from './store/model.ts';
import { sendCaptureEvent, sendOrderApprovedEvent, sendRefundEvent } from './money/events.ts';
import { forgery, signWebhook } from './webhooks/sign.ts';

const approval = z.strictObject({
  choice: z.enum(choices).default('pay'),
  email: z.email().default('buyer@example.com'),
  isGuest: z.boolean().default(false),
});
/** Without an amount the rest is refunded. */
const merchantRefund = z
  .strictObject({
    amount: z
      .string()
      .regex(/^\d{1,7}\.\d{2}$/)
      .optional(),
  })
  .default({});
const clock = z.strictObject({ advanceMs: z.number().int() });
const lists = z.strictObject({ delayMs: z.number().int().min(0) });
const webhook = z.strictObject({
  id: z.string().min(1).max(50),
  url: z.url(),
  /** For Razorpay's webhooks. */
  secret: z.string().min(1).optional(),
});
const delivery = z.strictObject({
  paused: z.boolean().default(false),
  copies: z.number().int().min(1).max(20).default(1),
  shuffle: z.boolean().default(false),
});
const isRazorpay = (id: string) => /^(plink|pay|rfnd)_/.test(id);
const signing = z.strictObject({
  eventId: z.string(),
  /** The newest webhook of the account unless given. */
  webhookId: z.string().optional(),
  /** For a webhook of Razorpay that is not registered. */
  secret: z.string().optional(),
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
      if (isRazorpay(params.id)) {
        const link = findLink(account, params.id);
        sendPaymentEvents(simulator, account, payLink(account, link, body.choice, body));
        return linkBody(account, findLink(account, params.id), simulator);
      }
      const order = approveOrder(account, params.id, body);
      sendOrderApprovedEvent(simulator, account, order);
      return orderBody(account, order, simulator);
    },
  );
  for (const [outcome, status] of [
    ['release', 'COMPLETED'],
    ['deny', 'DECLINED'],
  ] as const) {
    app.post(`/_control/captures/:id/${outcome}`, { schema: byId }, ({ account, params }) => {
      if (isRazorpay(params.id)) {
        const outcome = status === 'COMPLETED' ? 'captured' : 'failed';
        const payment = resolvePayment(account, params.id, outcome);
        sendPaymentEvents(simulator, account, payment);
        return paymentBody(account, payment);
      }
      const capture = resolvePendingCapture(account, params.id, status);
      sendCaptureEvent(simulator, account, capture);
      return captureBody(account, capture, simulator);
    });
  }
  app.post(
    '/_control/captures/:id/refund',
    { schema: { ...byId, body: merchantRefund } },
    ({ account, params, body: { amount: part } }) => {
      if (isRazorpay(params.id)) {
        const { amount, currency } = findPayment(account, params.id);
        const rest = amount - getRefunded(account, params.id);
        const wanted = part === undefined ? rest || undefined : cents(part);
        const refund = refundPayment(account, params.id, wanted);
        sendPaymentRefundEvent(simulator, account, refund);
        return paymentRefundBody(refund, currency);
      }
      const { id, amount } = findCapture(account, params.id);
      const refund = refundCapture(
        account,
        id,
        part === undefined ? part : { ...amount, value: part },
      );
      sendRefundEvent(simulator, account, refund);
      return refundBody(account, refund, simulator);
    },
  );
  for (const [outcome, status] of [
    ['complete', 'COMPLETED'],
    ['fail', 'FAILED'],
  ] as const) {
    app.post(`/_control/refunds/:id/${outcome}`, { schema: byId }, ({ account, params }) => {
      if (isRazorpay(params.id)) {
        const outcome = status === 'COMPLETED' ? 'processed' : 'failed';
        const refund = resolvePaymentRefund(account, params.id, outcome);
        sendPaymentRefundEvent(simulator, account, refund);
        const { currency } = findPayment(account, refund.paymentId);
        return paymentRefundBody(refund, currency);
      }
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
  app.post('/_control/lists', { schema: { body: lists } }, ({ account, body }) => {
    account.listDelayMs = body.delayMs;
    return body;
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
    const { webhookId: id, secret } = body;
    const known = id === undefined ? account.all('webhook').at(-1) : account.get('webhook', id);
    const webhook = known ?? (id === undefined ? undefined : { id, url: '', secret });
    if (event === undefined || webhook === undefined) throw notFoundError();
    return signWebhook(event, webhook, body.forge);
  });
}

const paymentStatus = {
  captured: 'COMPLETED',
  refunded: 'REFUNDED',
  authorized: 'PENDING',
  failed: 'DECLINED',
} as const satisfies Record<Payment['status'], string>;
const refundStatus = { processed: 'COMPLETED', pending: 'PENDING', failed: 'FAILED' } as const;

/** All captures and refunds, in PayPal's words; tests compare them with the product's data. */
function transactionReport(account: Account) {
  const orders = account
    .all('capture')
    .map(({ id, orderId, customId, invoiceId, status, amount: { value, currency_code } }) => ({
      ...{ id, orderId, customId, invoiceId, status, value },
      currency: currency_code,
    }));
  const links = account.all('payment').map(({ id, linkId, status, amount, currency }) => ({
    ...{ id, orderId: linkId, customId: account.get('link', linkId)?.referenceId },
    ...{ status: paymentStatus[status], value: decimal(amount), currency },
  }));
  const refunds = account
    .all('refund')
    .map(({ id, captureId, status, amount: { value, currency_code } }) => ({
      ...{ id, captureId, status, value },
      currency: currency_code,
    }));
  const paymentRefunds = account.all('paymentRefund').map(({ id, paymentId, status, amount }) => ({
    ...{ id, captureId: paymentId, status: refundStatus[status], value: decimal(amount) },
    currency: account.get('payment', paymentId)?.currency,
  }));
  return { captures: [...orders, ...links], refunds: [...refunds, ...paymentRefunds] };
}
