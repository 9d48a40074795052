import { z } from 'zod';
import { choices, statusOf, toDecimal, toMinor } from '../records/model.ts';
import { faultInput } from '../records/faults.ts';
import { type App, byId } from '../server/http.ts';
import { findOrder } from '../payments/payments.ts';
import type { Simulator } from '../server/simulator.ts';
import type { Account } from '../records/store.ts';

const approval = z.strictObject({
  choice: z.enum(choices).default('pay'),
  email: z.email().default('buyer@example.com'),
});
/** Without an amount the rest is refunded. */
const merchantRefund = z.strictObject({
  amount: z
    .string()
    .regex(/^\d{1,7}\.\d{2}$/)
    .transform(toMinor)
    .optional(),
});
const clock = z.strictObject({ advanceMs: z.number().int() });
const lists = z.strictObject({ delayMs: z.number().int().min(0) });
const webhook = z.strictObject({ id: z.string().min(1).max(50), url: z.url().optional() });

/** For tests and the operator of this machine. */
export function controlRoutes(app: App, { payments }: Simulator): void {
  app.post('/_control/faults', { schema: { body: faultInput } }, ({ account, body }) => {
    account.faults.push(body);
    return {};
  });
  app.delete('/_control/faults', ({ account }) => {
    account.faults = [];
    return {};
  });

  app.post(
    '/_control/orders/:id/approve',
    { schema: { ...byId, body: approval } },
    ({ account, params, body }) => {
      payments.approve(account, findOrder(account, params.id), body);
      return {};
    },
  );
  /** Ends of what is pending, by path. */
  const ends: Record<string, (account: Account, id: string) => void> = {
    'captures/:id/release': (account, id) => payments.resolve(account, id, 'COMPLETED'),
    'captures/:id/deny': (account, id) => payments.resolve(account, id, 'DECLINED'),
    'refunds/:id/complete': (account, id) => payments.resolveRefund(account, id, 'COMPLETED'),
    'refunds/:id/fail': (account, id) => payments.resolveRefund(account, id, 'FAILED'),
  };
  for (const [path, end] of Object.entries(ends))
    app.post(`/_control/${path}`, { schema: byId }, ({ account, params }) => {
      end(account, params.id);
      return {};
    });
  app.post(
    '/_control/captures/:id/refund',
    { schema: { ...byId, body: merchantRefund } },
    ({ account, params, body }) => {
      payments.refund(account, params.id, body.amount);
      return {};
    },
  );

  app.post('/_control/clock', { schema: { body: clock } }, ({ account, body }) => {
    account.clockOffsetMs += body.advanceMs;
    return { now: new Date(account.now).toISOString() };
  });
  app.post('/_control/lists', { schema: { body: lists } }, ({ account, body }) => {
    account.listDelayMs = body.delayMs;
    return {};
  });
  app.get('/_control/ledger', ({ account }) => transactionReport(account));
  app.post('/_control/webhooks', { schema: { body: webhook } }, ({ account, body }) =>
    account.save('webhook', body),
  );
  app.get('/_control/webhooks/events', ({ account }) => ({ events: account.all('event') }));
}

/** All payments and refunds, in PayPal's words; tests compare them with the product's data. */
function transactionReport(account: Account) {
  const { payments } = account;
  return {
    captures: payments.map(({ order, payment }) => ({
      id: payment.id,
      orderId: order.id,
      customId: payment.customId,
      status: statusOf(payment),
      value: toDecimal(payment.amountMinor),
    })),
    refunds: payments.flatMap(({ payment }) =>
      payment.refunds.map(({ id, status, amountMinor }) => ({
        id,
        captureId: payment.id,
        status,
        value: toDecimal(amountMinor),
      })),
    ),
  };
}
