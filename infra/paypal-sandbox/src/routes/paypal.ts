import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Payment, randomId, type Refund, toMinor } from '../records/model.ts';
import { RejectedError } from '../records/errors.ts';
import { type App, byId, callOptions } from '../server/http.ts';
import { findOrder, findPayment, findRefund } from '../payments/payments.ts';
import type { Simulator } from '../server/simulator.ts';
import type { Account } from '../records/store.ts';
import { captureBody, orderBody, refundBody, toTime } from '../payments/paypal-bodies.ts';

const TOKEN_SECONDS = 32_400;
/** PayPal keeps a PayPal-Request-Id for six hours. */
const IDEMPOTENCY_TTL_MS = 6 * 3_600_000;

const address = z.url({ protocol: /^https?$/ }).max(4_000);
const money = z.object({
  currency_code: z.string().length(3),
  value: z.string().regex(/^\d{1,7}(\.\d{2})?$/),
});
/** The fields of POST /v2/checkout/orders that are used; others are ignored. */
const orderInput = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.object({
      amount: money,
      reference_id: z.string().min(1).max(256).optional(),
      custom_id: z.string().min(1).max(127),
      invoice_id: z.string().min(1).max(127).optional(),
      description: z.string().max(127).default(''),
    }),
  ]),
  payment_source: z.object({
    paypal: z.object({
      experience_context: z.object({
        locale: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/),
        return_url: address,
        cancel_url: address,
      }),
    }),
  }),
});

function createOrder(account: Account, input: z.output<typeof orderInput>): string {
  const [{ amount, ...unit }] = input.purchase_units;
  const context = input.payment_source.paypal.experience_context;
  // PayPal takes no rupees.
  if (amount.currency_code === 'INR')
    throw new RejectedError('CURRENCY_NOT_SUPPORTED', 'The currency is not supported.');
  const id = randomId();
  account.save('order', {
    id,
    provider: 'paypal',
    amountMinor: toMinor(amount.value),
    currency: amount.currency_code,
    referenceId: unit.reference_id,
    customId: unit.custom_id,
    invoiceId: unit.invoice_id,
    description: unit.description,
    language: context.locale.startsWith('kn') ? 'kn' : 'en',
    returnUrl: context.return_url,
    cancelUrl: context.cancel_url,
    payments: [],
  });
  return id;
}

/** PayPal's calls of orders, captures and refunds. An access token is the credentials, and ends only by a fault. */
export function orderRoutes(app: App, simulator: Simulator): void {
  const { payments } = simulator;
  app.post('/v1/oauth2/token', { config: { call: 'token' } }, ({ headers }) => ({
    access_token: headers.authorization?.replace('Basic ', ''),
    expires_in: TOKEN_SECONDS,
  }));
  const toBody = ({ account }: FastifyRequest, id: string) =>
    orderBody(account, findOrder(account, id), simulator.pageOrigin);
  app.post('/v1/identity/generate-token', { config: { call: 'clientToken' } }, () => ({
    client_token: randomBytes(300).toString('base64'),
  }));
  app.post('/v2/checkout/orders', callOptions('createOrder', { body: orderInput }), (request) =>
    toBody(
      request,
      runOnce(request, () => createOrder(request.account, request.body)),
    ),
  );
  app.get('/v2/checkout/orders/:id', callOptions('getOrder', byId), (request) =>
    toBody(request, request.params.id),
  );
  app.post('/v2/checkout/orders/:id/capture', callOptions('captureOrder', byId), (request) => {
    const { account, params } = request;
    runOnce(request, () => payments.capture(account, findOrder(account, params.id)).id);
    return toBody(request, params.id);
  });
  app.get('/v2/payments/captures/:id', callOptions('getCapture', byId), ({ account, params }) => {
    const { order, payment } = findPayment(account, params.id);
    return captureBody(account, order, payment);
  });
  app.post('/v2/payments/captures/:id/refund', callOptions('refund', byId), (request) => {
    const { account, params } = request;
    const id = runOnce(request, () => payments.refund(account, params.id).id);
    const { payment, refund } = findRefund(account, id);
    return refundBody(payment, refund);
  });
}

/**
 * Does the work once for each request id: a repetition within six hours gets the first outcome. Of errors
 * PayPal repeats only a declined instrument; after others the same request may succeed.
 * @param work returns the id of what it created
 */
function runOnce({ account, headers, routeOptions }: FastifyRequest, work: () => string): string {
  const requestId = headers['paypal-request-id'];
  if (requestId === undefined) return work();
  const id = `${routeOptions.config.call} ${String(requestId)}`;
  const known = account.get('idempotency', id);
  if (known !== undefined && account.now - known.at < IDEMPOTENCY_TTL_MS) {
    if (known.target !== undefined) return known.target;
    throw new RejectedError('INSTRUMENT_DECLINED', 'The bank declined the instrument.');
  }
  try {
    const target = work();
    account.save('idempotency', { id, at: account.now, target });
    return target;
  } catch (error) {
    if (error instanceof RejectedError && error.issue === 'INSTRUMENT_DECLINED')
      account.save('idempotency', { id, at: account.now });
    throw error;
  }
}

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const statuses = { COMPLETED: 'S', PENDING: 'P', DECLINED: 'D', FAILED: 'D' } as const;

/** The lists in which a merchant finds what it does not know. */
export function listRoutes(app: App): void {
  const transactionsQuery = z.object({ start_date: time, end_date: time });
  app.get(
    '/v1/reporting/transactions',
    callOptions('listPayments', { querystring: transactionsQuery }),
    ({ account, query: { start_date: start, end_date: end } }) => {
      const refreshedAt = account.now - account.listDelayMs;
      const isListed = ({ createdAt }: Payment | Refund) =>
        createdAt >= start && createdAt <= Math.min(end, refreshedAt);
      return {
        transaction_details: transactionsOf(account, isListed),
        last_refreshed_datetime: toTime(refreshedAt),
      };
    },
  );
  const eventsQuery = z.object({ start_time: time, end_time: time });
  app.get(
    '/v1/notifications/webhooks-events',
    callOptions('listEvents', { querystring: eventsQuery }),
    ({ account, query: { start_time: start, end_time: end } }) => {
      // Without a webhook there are no events.
      const all = account.all('webhook').length === 0 ? [] : account.all('event');
      const events = all.filter(({ createdAt }) => createdAt >= start && createdAt <= end);
      return { events: events.map(({ body }) => JSON.parse(body) as unknown) };
    },
  );
}

function transactionsOf(account: Account, isListed: (one: Payment | Refund) => boolean) {
  const toBody = ({ id, status, createdAt }: Payment | Refund, payment: Payment) => ({
    transaction_info: {
      transaction_id: id,
      transaction_event_code: id === payment.id ? 'T0006' : 'T1107',
      ...(id !== payment.id && { paypal_reference_id: payment.id }),
      transaction_initiation_date: toTime(createdAt),
      transaction_status: statuses[status],
      custom_field: payment.customId,
    },
  });
  return account.payments.flatMap(({ payment }) =>
    [payment, ...payment.refunds].filter(isListed).map((one) => toBody(one, payment)),
  );
}
