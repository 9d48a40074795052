import { z } from 'zod';
import type { Incoming, Route } from '../http/request.ts';
import { validate } from '../http/validate.ts';
import { findCapture, settleCapture } from '../money/captures.ts';
import { captureBody, orderBody, refundBody } from '../money/bodies.ts';
import { approveOrder } from '../money/orders.ts';
import { refundCapture, settleRefund } from '../money/refunds.ts';
import { choices } from '../store/model.ts';
import { captureChanged, orderApproved, refundMade } from '../webhooks/events.ts';
import { faultInput } from './faults.ts';
import { ledger } from './ledger.ts';

const approval = z.strictObject({
  choice: z.enum(choices).default('pay'),
  email: z.email().default('buyer@example.com'),
});
const ok = { status: 200, body: {} };
const settling = (outcome: string) => new RegExp(`^/_control/captures/([^/]+)/${outcome}$`);

/** What only tests and the operator of this machine may ask for. */
export const controlRoutes: Route[] = [
  {
    method: 'POST',
    pattern: /^\/_control\/faults$/,
    handle: ({ account, body }) => {
      account.faults.add(validate(faultInput, body));
      return { status: 200, body: { faults: account.faults.all } };
    },
  },
  {
    method: 'GET',
    pattern: /^\/_control\/faults$/,
    handle: ({ account }) => ({ status: 200, body: { faults: account.faults.all } }),
  },
  {
    method: 'DELETE',
    pattern: /^\/_control\/faults$/,
    handle: ({ account }) => {
      account.faults.clear();
      return ok;
    },
  },
  {
    method: 'POST',
    pattern: /^\/_control\/orders\/([^/]+)\/approve$/,
    handle: ({ account, id, body, sandbox }) => {
      const { choice, email } = validate(approval, body);
      const order = approveOrder(account, id, choice, email);
      sandbox.deliverer.send(account, orderApproved(account, order, sandbox));
      return { status: 200, body: orderBody(account, order, sandbox) };
    },
  },
  { method: 'POST', pattern: settling('release'), handle: settle('COMPLETED') },
  { method: 'POST', pattern: settling('deny'), handle: settle('DECLINED') },
  {
    method: 'POST',
    pattern: settling('refund'),
    handle: ({ account, id, sandbox }) => {
      const refund = refundCapture(account, findCapture(account, id).id);
      sandbox.deliverer.send(account, refundMade(account, refund, sandbox));
      return { status: 200, body: refundBody(account, refund, sandbox) };
    },
  },
  { method: 'POST', pattern: /^\/_control\/refunds\/([^/]+)\/complete$/, handle: end('COMPLETED') },
  { method: 'POST', pattern: /^\/_control\/refunds\/([^/]+)\/fail$/, handle: end('FAILED') },
  {
    method: 'POST',
    pattern: /^\/_control\/tokens\/revoke$/,
    handle: ({ account, sandbox }) => {
      sandbox.tokens.revoke(account);
      return ok;
    },
  },
  {
    method: 'POST',
    pattern: /^\/_control\/clock$/,
    handle: ({ account, body }) => {
      account.ahead += validate(z.strictObject({ advanceMs: z.number().int() }), body).advanceMs;
      return { status: 200, body: { now: new Date(account.now).toISOString() } };
    },
  },
  {
    method: 'POST',
    pattern: /^\/_control\/reset$/,
    handle: ({ account }) => {
      account.reset();
      return ok;
    },
  },
  {
    method: 'GET',
    pattern: /^\/_control\/ledger$/,
    handle: ({ account }) => ({ status: 200, body: ledger(account) }),
  },
  {
    method: 'GET',
    pattern: /^\/_control\/account$/,
    handle: ({ account }) => ({ status: 200, body: { merchantId: account.merchantId } }),
  },
];

function settle(status: 'COMPLETED' | 'DECLINED') {
  return ({ account, id, sandbox }: Incoming) => {
    const capture = settleCapture(account, id, status);
    sandbox.deliverer.send(account, captureChanged(account, capture, sandbox));
    return { status: 200, body: captureBody(account, capture, sandbox) };
  };
}

function end(status: 'COMPLETED' | 'FAILED') {
  return ({ account, id, sandbox }: Incoming) => {
    const refund = settleRefund(account, id, status);
    sandbox.deliverer.send(account, refundMade(account, refund, sandbox));
    return { status: 200, body: refundBody(account, refund, sandbox) };
  };
}
