import { z } from 'zod';
import { type RequestContext, type Route, validate } from '../http/request.ts';
import { findCapture, resolvePendingCapture } from '../money/captures.ts';
import { approveOrder } from '../money/orders.ts';
import { refundCapture, resolvePendingRefund } from '../money/refunds.ts';
import { captureBody, orderBody, refundBody } from '../money/response-bodies.ts';
import type { Account } from '../store/account.ts';
import { choices } from '../store/model.ts';
import { captureEvent, orderApprovedEvent, refundEvent } from '../webhooks/events.ts';
import { faultInput } from './faults.ts';

/** All captures and refunds; tests compare them with the product's data. */
function transactionReport(account: Account) {
  return {
    captures: account.all('capture').map(({ amount, ...capture }) => ({
      id: capture.id,
      orderId: capture.orderId,
      customId: capture.customId,
      invoiceId: capture.invoiceId,
      status: capture.status,
      value: amount.value,
      currency: amount.currency_code,
    })),
    refunds: account.all('refund').map(({ id, captureId, status, amount }) => ({
      id,
      captureId,
      status,
      value: amount.value,
      currency: amount.currency_code,
    })),
  };
}

const approval = z.strictObject({
  choice: z.enum(choices).default('pay'),
  email: z.email().default('buyer@example.com'),
});
const ok = { status: 200, body: {} };
const reviewPattern = (outcome: string) => new RegExp(`^/_control/captures/([^/]+)/${outcome}$`);

/** For tests and the operator of this machine. */
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
    handle: ({ account, id, body, simulator }) => {
      const { choice, email } = validate(approval, body);
      const order = approveOrder(account, id, choice, email);
      simulator.webhookSender.send(account, orderApprovedEvent(account, order, simulator));
      return { status: 200, body: orderBody(account, order, simulator) };
    },
  },
  { method: 'POST', pattern: reviewPattern('release'), handle: resolveCapture('COMPLETED') },
  { method: 'POST', pattern: reviewPattern('deny'), handle: resolveCapture('DECLINED') },
  {
    method: 'POST',
    pattern: reviewPattern('refund'),
    handle: ({ account, id, simulator }) => {
      const refund = refundCapture(account, findCapture(account, id).id);
      simulator.webhookSender.send(account, refundEvent(account, refund, simulator));
      return { status: 200, body: refundBody(account, refund, simulator) };
    },
  },
  {
    method: 'POST',
    pattern: /^\/_control\/refunds\/([^/]+)\/complete$/,
    handle: resolveRefund('COMPLETED'),
  },
  {
    method: 'POST',
    pattern: /^\/_control\/refunds\/([^/]+)\/fail$/,
    handle: resolveRefund('FAILED'),
  },
  {
    method: 'POST',
    pattern: /^\/_control\/tokens\/revoke$/,
    handle: ({ account, simulator }) => {
      simulator.tokens.revoke(account);
      return ok;
    },
  },
  {
    method: 'POST',
    pattern: /^\/_control\/clock$/,
    handle: ({ account, body }) => {
      account.clockOffsetMs += validate(
        z.strictObject({ advanceMs: z.number().int() }),
        body,
      ).advanceMs;
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
    handle: ({ account }) => ({ status: 200, body: transactionReport(account) }),
  },
  {
    method: 'GET',
    pattern: /^\/_control\/account$/,
    handle: ({ account }) => ({ status: 200, body: { merchantId: account.merchantId } }),
  },
];

function resolveCapture(status: 'COMPLETED' | 'DECLINED') {
  return ({ account, id, simulator }: RequestContext) => {
    const capture = resolvePendingCapture(account, id, status);
    simulator.webhookSender.send(account, captureEvent(account, capture, simulator));
    return { status: 200, body: captureBody(account, capture, simulator) };
  };
}

function resolveRefund(status: 'COMPLETED' | 'FAILED') {
  return ({ account, id, simulator }: RequestContext) => {
    const refund = resolvePendingRefund(account, id, status);
    simulator.webhookSender.send(account, refundEvent(account, refund, simulator));
    return { status: 200, body: refundBody(account, refund, simulator) };
  };
}
