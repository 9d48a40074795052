import type { Answer } from '../http/answer.ts';
import type { Incoming, Route } from '../http/request.ts';
import { validate } from '../http/validate.ts';
import type { Remembered } from '../store/model.ts';
import { captureChanged, refundMade } from '../webhooks/events.ts';
import { captureBody, minimalOrder, orderBody, refundBody } from './bodies.ts';
import { captureOrder, findCapture } from './captures.ts';
import { orderInput } from './order-input.ts';
import { createOrder, findOrder } from './orders.ts';
import { findRefund, refundCapture, refundInput } from './refunds.ts';
import { once } from './request-ids.ts';

/** The calls about orders, captures and refunds. */
export const moneyRoutes: Route[] = [
  { method: 'POST', pattern: /^\/v2\/checkout\/orders$/, call: 'createOrder', handle: create },
  {
    method: 'GET',
    pattern: /^\/v2\/checkout\/orders\/([^/]+)$/,
    call: 'getOrder',
    handle: ({ account, id, sandbox }) => ({
      status: 200,
      body: orderBody(account, findOrder(account, id), sandbox),
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
    handle: ({ account, id, sandbox }) => ({
      status: 200,
      body: captureBody(account, findCapture(account, id), sandbox),
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
    handle: ({ account, id, sandbox }) => ({
      status: 200,
      body: refundBody(account, findRefund(account, id), sandbox),
    }),
  },
];

function create(call: Incoming): Answer {
  const input = validate(orderInput, call.body);
  return idempotent(call, 'createOrder', () => {
    const { id } = createOrder(call.account, input);
    return { status: 201, target: { kind: 'order', id } };
  });
}

function capture(call: Incoming): Answer {
  const { account, id, sandbox } = call;
  return idempotent(call, 'captureOrder', () => {
    const made = captureOrder(account, id, sandbox);
    sandbox.deliverer.send(account, captureChanged(account, made, sandbox));
    return { status: 201, target: { kind: 'order', id } };
  });
}

function refund(call: Incoming): Answer {
  const { account, id, sandbox } = call;
  const { amount } = validate(refundInput, call.body);
  return idempotent(call, 'refund', () => {
    const made = refundCapture(account, id, amount);
    sandbox.deliverer.send(account, refundMade(account, made, sandbox));
    return { status: 201, target: { kind: 'refund', id: made.id } };
  });
}

function idempotent(
  call: Incoming,
  name: string,
  work: () => { status: number; target: NonNullable<Remembered['target']> },
): Answer {
  const header = call.headers['paypal-request-id'];
  const requestId = typeof header === 'string' && header !== '' ? header : undefined;
  return once(call.account, name, requestId, work, (target) => tell(call, target));
}

/** The whole of it where Prefer asks for that, else only what PayPal tells unasked. */
function tell({ account, headers, sandbox }: Incoming, { kind, id }: { kind: string; id: string }) {
  const whole = /return=representation/.test(String(headers['prefer']));
  if (kind === 'order') {
    const order = findOrder(account, id);
    if (whole) return orderBody(account, order, sandbox);
    const made = account.get('capture', order.captureId ?? '');
    if (made === undefined) return minimalOrder(order, sandbox);
    const captures = [captureBody(account, made, sandbox)];
    return {
      ...minimalOrder(order, sandbox),
      purchase_units: [{ reference_id: 'default', payments: { captures } }],
    };
  }
  const body = refundBody(account, findRefund(account, id), sandbox);
  return whole ? body : { id: body.id, status: body.status, links: body.links };
}
