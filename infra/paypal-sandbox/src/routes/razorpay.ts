import { z } from 'zod';
import { notFoundError, RejectedError } from '../records/errors.ts';
import { type App, byId, callOptions } from '../server/http.ts';
import { randomId } from '../records/model.ts';
import { findOrder, findPayment, findRefund } from '../payments/payments.ts';
import type { Simulator } from '../server/simulator.ts';
import type { Account } from '../records/store.ts';
import {
  linkBody,
  paymentBody,
  refundBody,
  toOrderId,
  toSeconds,
} from '../payments/razorpay-bodies.ts';

const MIN_LIFETIME_SECONDS = 15 * 60;

/** The fields of POST /v1/payment_links that are used; others are ignored. */
const linkInput = z.object({
  amount: z.number().int().min(100),
  currency: z.string().length(3),
  reference_id: z.string().min(1).max(40),
  description: z.string().max(2_048).default(''),
  customer: z.object({ email: z.email() }).optional(),
  notes: z.record(z.string(), z.string().max(255)).default({}),
  callback_url: z.url({ protocol: /^https?$/ }),
  expire_by: z.number().int().optional(),
});
const pageQuery = z.object({
  /** Seconds since the epoch. */
  from: z.coerce.number().int(),
  to: z.coerce.number().int(),
  count: z.coerce.number().int().min(1).max(100),
  skip: z.coerce.number().int().min(0),
});

function createLink(account: Account, input: z.output<typeof linkInput>) {
  const { reference_id: customId, expire_by: expireBy, description, notes } = input;
  if (input.currency !== 'INR')
    throw new RejectedError('CURRENCY_NOT_SUPPORTED', 'The currency is not supported');
  if (expireBy !== undefined && expireBy < toSeconds(Date.now()) + MIN_LIFETIME_SECONDS)
    throw new RejectedError('EXPIRES_SOON', 'expire_by must be 15 minutes in the future');
  if (account.all('order').some((order) => order.customId === customId))
    throw new RejectedError('ORDER_EXISTS', 'a link with this reference_id already exists');
  return account.save('order', {
    id: `plink_${randomId(14)}`,
    provider: 'razorpay',
    amountMinor: input.amount,
    currency: input.currency,
    customId,
    description,
    // A link has no language: the page takes that of its description.
    language: /[\u0c80-\u0cff]/.test(description) ? 'kn' : 'en',
    returnUrl: input.callback_url,
    payments: [],
    notes,
    email: input.customer?.email,
    expireBy,
  });
}

/** Razorpay's REST calls. */
export function razorpayRoutes(app: App, simulator: Simulator): void {
  const { payments } = simulator;
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof RejectedError)) throw error;
    return reply.code(400).send(error.razorpayBody);
  });

  app.post(
    '/v1/payment_links',
    callOptions('createOrder', { body: linkInput }),
    ({ account, body }) => linkBody(createLink(account, body), simulator.pageOrigin),
  );
  app.get(
    '/v1/payment_links',
    callOptions('findOrder', { querystring: z.object({ reference_id: z.string() }) }),
    ({ account, query }) => ({
      payment_links: account
        .all('order')
        .filter(({ customId }) => customId === query.reference_id)
        .map((order) => linkBody(order, simulator.pageOrigin)),
    }),
  );
  app.get('/v1/payment_links/:id', callOptions('getOrder', byId), ({ account, params }) =>
    linkBody(findOrder(account, params.id), simulator.pageOrigin),
  );
  app.get('/v1/orders/:id/payments', callOptions('getPayments', byId), ({ account, params }) => {
    const order = account.all('order').find((one) => toOrderId(one) === params.id);
    if (order === undefined) throw notFoundError();
    return { items: order.payments.map((one) => paymentBody(order, one)) };
  });
  app.get(
    '/v1/payments',
    callOptions('listPayments', { querystring: pageQuery }),
    ({ account, query }) =>
      listOf(
        account.payments.map(({ order, payment }) => paymentBody(order, payment)),
        query,
      ),
  );
  app.get(
    '/v1/refunds',
    callOptions('listRefunds', { querystring: pageQuery }),
    ({ account, query }) => {
      const all = account.payments.flatMap(({ payment }) =>
        payment.refunds.map((refund) => refundBody(payment, refund)),
      );
      return listOf(all, query);
    },
  );
  app.get('/v1/payments/:id', callOptions('getCapture', byId), ({ account, params }) => {
    const { order, payment } = findPayment(account, params.id);
    return paymentBody(order, payment);
  });
  app.get('/v1/payments/:id/refunds', callOptions('getRefunds', byId), ({ account, params }) => {
    const { payment } = findPayment(account, params.id);
    return { items: payment.refunds.map((refund) => refundBody(payment, refund)) };
  });
  app.post(
    '/v1/payments/:id/refund',
    callOptions('refund', { ...byId, body: z.object({ amount: z.number().int().min(100) }) }),
    ({ account, params, body, headers }) => {
      const id = `refund ${String(headers['x-refund-idempotency'])}`;
      const known = account.get('idempotency', id);
      if (known !== undefined && known.amountMinor !== body.amount)
        throw new RejectedError('OTHER_REQUEST', 'The idempotency key had another request.');
      const target = known?.target ?? payments.refund(account, params.id, body.amount).id;
      if (known === undefined)
        account.save('idempotency', { id, at: account.now, target, amountMinor: body.amount });
      const { payment, refund } = findRefund(account, target);
      return refundBody(payment, refund);
    },
  );
}

/** A page of those made in a period, the newest first. */
function listOf(
  all: { created_at: number }[],
  { from, to, count, skip }: z.output<typeof pageQuery>,
) {
  const found = all.filter(({ created_at: at }) => at >= from && at <= to);
  found.sort((one, other) => other.created_at - one.created_at);
  return { items: found.slice(skip, skip + count) };
}
