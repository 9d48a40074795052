import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, byId } from '../http.ts';
import { PaypalError } from '../errors.ts';
import type { Simulator } from '../simulator.ts';
import type { IdempotencyRecord } from '../store/model.ts';
import { sendCaptureEvent, sendRefundEvent } from './events.ts';
import { captureOrder, findCapture } from './captures.ts';
import { createOrder, findOrder, orderInput } from './orders.ts';
import { findRefund, refundCapture, refundInput } from './refunds.ts';
import { captureBody, minimalOrder, orderBody, refundBody } from './response-bodies.ts';

/** PayPal keeps a PayPal-Request-Id for six hours. */
const IDEMPOTENCY_TTL_MS = 6 * 3_600_000;

/** Repetitions get these errors again; after others the same request may succeed. */
const FINAL_ERRORS = ['INSTRUMENT_DECLINED'];

type Target = NonNullable<IdempotencyRecord['target']>;

export function moneyRoutes(app: App, simulator: Simulator): void {
  app.post('/v1/identity/generate-token', { config: { call: 'clientToken' } }, () => ({
    client_token: randomBytes(300).toString('base64'),
    expires_in: 3_600,
  }));
  app.post(
    '/v2/checkout/orders',
    { config: { call: 'createOrder' }, schema: { body: orderInput } },
    (request, reply) =>
      runIdempotent(simulator, request, reply, () => ({
        kind: 'order',
        id: createOrder(request.account, request.body).id,
      })),
  );
  app.get(
    '/v2/checkout/orders/:id',
    { config: { call: 'getOrder' }, schema: byId },
    ({ account, params }) => orderBody(account, findOrder(account, params.id), simulator),
  );
  app.post(
    '/v2/checkout/orders/:id/capture',
    { config: { call: 'captureOrder' }, schema: byId },
    (request, reply) =>
      runIdempotent(simulator, request, reply, () => {
        const { account, params } = request;
        sendCaptureEvent(simulator, account, captureOrder(account, params.id, simulator));
        return { kind: 'order', id: params.id };
      }),
  );
  app.get(
    '/v2/payments/captures/:id',
    { config: { call: 'getCapture' }, schema: byId },
    ({ account, params }) => captureBody(account, findCapture(account, params.id), simulator),
  );
  app.post(
    '/v2/payments/captures/:id/refund',
    { config: { call: 'refund' }, schema: { ...byId, body: refundInput } },
    (request, reply) =>
      runIdempotent(simulator, request, reply, () => {
        const { account, params, body } = request;
        const refund = refundCapture(account, params.id, body.amount);
        sendRefundEvent(simulator, account, refund);
        return { kind: 'refund', id: refund.id };
      }),
  );
  app.get(
    '/v2/payments/refunds/:id',
    { config: { call: 'getRefund' }, schema: byId },
    ({ account, params }) => refundBody(account, findRefund(account, params.id), simulator),
  );
}

/**
 * Does the work once for each request id: a repetition within six hours gets the first outcome, with the
 * record as it is now.
 * @param work returns what it created
 */
function runIdempotent(
  simulator: Simulator,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Target,
): unknown {
  const { account, headers, routeOptions } = request;
  const requestId = headers['paypal-request-id'];
  const id = `${routeOptions.config.call} ${String(requestId)}`;
  const known = requestId ? account.get('remembered', id) : undefined;
  if (known !== undefined && account.now - known.at < IDEMPOTENCY_TTL_MS) {
    // PayPal answers a repeated creation with 200.
    if (known.target !== undefined) return buildBody(simulator, request, known.target);
    reply.code(known.status);
    return known.body;
  }
  const remember = (outcome: Pick<IdempotencyRecord, 'status' | 'target' | 'body'>) => {
    if (requestId) account.save('remembered', { id, at: account.now, ...outcome });
  };
  try {
    const target = work();
    remember({ status: 201, target });
    reply.code(201);
    return buildBody(simulator, request, target);
  } catch (error) {
    if (error instanceof PaypalError && FINAL_ERRORS.includes(error.message)) {
      remember({ status: error.status, body: error.body });
    }
    throw error;
  }
}

/** Returns the whole record if Prefer asks for it, else the short form. */
function buildBody(simulator: Simulator, request: FastifyRequest, { kind, id }: Target) {
  const { account, headers } = request;
  const whole = /return=representation/.test(String(headers['prefer']));
  if (kind === 'order') {
    const order = findOrder(account, id);
    if (whole) return orderBody(account, order, simulator);
    const made = account.get('capture', order.captureId ?? '');
    if (made === undefined) return minimalOrder(order, simulator);
    const captures = [captureBody(account, made, simulator)];
    return {
      ...minimalOrder(order, simulator),
      purchase_units: [{ reference_id: order.referenceId ?? 'default', payments: { captures } }],
    };
  }
  const body = refundBody(account, findRefund(account, id), simulator);
  return whole ? body : { id: body.id, status: body.status, links: body.links };
}
