import { type RequestContext, type Route, validate } from '../http/request.ts';
import { type HttpResponse, PaypalError } from '../http/response.ts';
import type { Account } from '../store/account.ts';
import type { IdempotencyRecord } from '../store/model.ts';
import { captureEvent, refundEvent } from '../webhooks/events.ts';
import { captureOrder, findCapture } from './captures.ts';
import { createOrder, findOrder, orderInput } from './orders.ts';
import { findRefund, refundCapture, refundInput } from './refunds.ts';
import { captureBody, minimalOrder, orderBody, refundBody } from './response-bodies.ts';

/** PayPal keeps a PayPal-Request-Id for six hours. */
const IDEMPOTENCY_TTL_MS = 6 * 3_600_000;

/** Repetitions get these errors again; after others the same request may succeed. */
const FINAL_ERRORS = ['INSTRUMENT_DECLINED'];

/**
 * Does the work once for each request id: a repetition within six hours gets the first outcome, with the
 * record as it is now.
 * @param work returns what it created
 */
function runIdempotent(
  account: Account,
  call: string,
  requestId: string | undefined,
  work: () => { status: number; target: NonNullable<IdempotencyRecord['target']> },
  buildBody: (target: NonNullable<IdempotencyRecord['target']>) => unknown,
): HttpResponse {
  const id = `${call} ${requestId ?? ''}`;
  const known = requestId === undefined ? undefined : account.get('remembered', id);
  if (known !== undefined && account.now - known.at < IDEMPOTENCY_TTL_MS) {
    if (known.target === undefined) return { status: known.status, body: known.body };
    // PayPal answers a repeated creation with 200.
    return { status: 200, body: buildBody(known.target) };
  }
  const remember = (what: Omit<IdempotencyRecord, 'id' | 'at'>) => {
    if (requestId !== undefined) account.save('remembered', { id, at: account.now, ...what });
  };
  try {
    const made = work();
    remember(made);
    return { status: made.status, body: buildBody(made.target) };
  } catch (error) {
    if (error instanceof PaypalError && FINAL_ERRORS.includes(error.message))
      remember(error.response);
    throw error;
  }
}

export const moneyRoutes: Route[] = [
  { method: 'POST', pattern: /^\/v2\/checkout\/orders$/, call: 'createOrder', handle: create },
  {
    method: 'GET',
    pattern: /^\/v2\/checkout\/orders\/([^/]+)$/,
    call: 'getOrder',
    handle: ({ account, id, simulator }) => ({
      status: 200,
      body: orderBody(account, findOrder(account, id), simulator),
    }),
  },
  {
    method: 'POST',
    pattern: /^\/v2\/checkout\/orders\/([^/]+)\/capture$/,
    call: 'captureOrder',
    handle: capture,
  },
  {
    method: 'GET',
    pattern: /^\/v2\/payments\/captures\/([^/]+)$/,
    call: 'getCapture',
    handle: ({ account, id, simulator }) => ({
      status: 200,
      body: captureBody(account, findCapture(account, id), simulator),
    }),
  },
  {
    method: 'POST',
    pattern: /^\/v2\/payments\/captures\/([^/]+)\/refund$/,
    call: 'refund',
    handle: refund,
  },
  {
    method: 'GET',
    pattern: /^\/v2\/payments\/refunds\/([^/]+)$/,
    call: 'getRefund',
    handle: ({ account, id, simulator }) => ({
      status: 200,
      body: refundBody(account, findRefund(account, id), simulator),
    }),
  },
];

function create(call: RequestContext): HttpResponse {
  const input = validate(orderInput, call.body);
  return idempotent(call, 'createOrder', () => {
    const { id } = createOrder(call.account, input);
    return { status: 201, target: { kind: 'order', id } };
  });
}

function capture(call: RequestContext): HttpResponse {
  const { account, id, simulator } = call;
  return idempotent(call, 'captureOrder', () => {
    const made = captureOrder(account, id, simulator);
    simulator.webhookSender.send(account, captureEvent(account, made, simulator));
    return { status: 201, target: { kind: 'order', id } };
  });
}

function refund(call: RequestContext): HttpResponse {
  const { account, id, simulator } = call;
  const { amount } = validate(refundInput, call.body);
  return idempotent(call, 'refund', () => {
    const made = refundCapture(account, id, amount);
    simulator.webhookSender.send(account, refundEvent(account, made, simulator));
    return { status: 201, target: { kind: 'refund', id: made.id } };
  });
}

function idempotent(
  call: RequestContext,
  name: string,
  work: () => { status: number; target: NonNullable<IdempotencyRecord['target']> },
): HttpResponse {
  const header = call.headers['paypal-request-id'];
  const requestId = typeof header === 'string' && header !== '' ? header : undefined;
  return runIdempotent(call.account, name, requestId, work, (target) => buildBody(call, target));
}

/** Returns the whole record if Prefer asks for it, else the short form. */
function buildBody(
  { account, headers, simulator }: RequestContext,
  { kind, id }: { kind: string; id: string },
) {
  const whole = /return=representation/.test(String(headers['prefer']));
  if (kind === 'order') {
    const order = findOrder(account, id);
    if (whole) return orderBody(account, order, simulator);
    const made = account.get('capture', order.captureId ?? '');
    if (made === undefined) return minimalOrder(order, simulator);
    const captures = [captureBody(account, made, simulator)];
    return {
      ...minimalOrder(order, simulator),
      purchase_units: [{ reference_id: 'default', payments: { captures } }],
    };
  }
  const body = refundBody(account, findRefund(account, id), simulator);
  return whole ? body : { id: body.id, status: body.status, links: body.links };
}
