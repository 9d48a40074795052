import { z } from 'zod';
import { PaypalError, RazorpayError } from '../errors.ts';
import { type App, byId } from '../http.ts';
import { basicCredentials } from '../oauth.ts';
import type { Simulator } from '../simulator.ts';
import { collection, linkBody, paymentBody, paymentRefundBody, seconds } from './bodies.ts';
import { sendPaymentRefundEvent } from './events.ts';
import { createLink, findLink, findPayment, linkInput, paymentsOf } from './links.ts';
import { paymentRefundInput, refundPayment, refundsOf } from './refunds.ts';

const linksQuery = z.object({ reference_id: z.string().optional() });
const pageQuery = z.object({
  /** Seconds since the epoch. */
  from: z.coerce.number().int().default(0),
  to: z.coerce.number().int().default(Number.MAX_SAFE_INTEGER),
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
});

/** Razorpay's REST calls, with Basic auth by key id and key secret. */
export function razorpayRoutes(app: App, simulator: Simulator): void {
  const { store } = simulator;
  app.setErrorHandler((error: Error, _request, reply) => {
    if (error instanceof RazorpayError) return reply.code(error.status).send(error.body);
    if (!(error instanceof PaypalError)) throw error;
    const [detail] = error.details;
    return reply.code(400).send(new RazorpayError(detail?.description ?? error.message).body);
  });
  app.addHook('onRequest', async (request) => {
    const credentials = basicCredentials(request.headers.authorization);
    const account = credentials && store.account(credentials.clientId, credentials.secret);
    if (account === undefined) throw new RazorpayError('Authentication failed', 401);
    request.account = account;
  });

  app.post(
    '/v1/payment_links',
    { config: { call: 'createOrder' }, schema: { body: linkInput } },
    ({ account, body, headers }) => {
      const { secret = '' } = basicCredentials(headers.authorization) ?? {};
      return linkBody(account, createLink(account, body, secret), simulator);
    },
  );
  app.get(
    '/v1/payment_links',
    { config: { call: 'findOrder' }, schema: { querystring: linksQuery } },
    ({ account, query: { reference_id: reference } }) => ({
      payment_links: account
        .all('link')
        .filter(({ referenceId }) => reference === undefined || referenceId === reference)
        .map((link) => linkBody(account, link, simulator)),
    }),
  );
  app.get(
    '/v1/payment_links/:id',
    { config: { call: 'getOrder' }, schema: byId },
    ({ account, params }) => linkBody(account, findLink(account, params.id), simulator),
  );
  app.get(
    '/v1/orders/:id/payments',
    { config: { call: 'getPayments' }, schema: byId },
    ({ account, params }) => {
      const link = account.all('link').find(({ orderId }) => orderId === params.id);
      if (link === undefined) throw new RazorpayError('The id provided does not exist');
      return collection(paymentsOf(account, link).map((one) => paymentBody(account, one)));
    },
  );
  app.get(
    '/v1/payments',
    { config: { call: 'listPayments' }, schema: { querystring: pageQuery } },
    ({ account, query }) =>
      collection(pageOf(account.all('payment'), query).map((one) => paymentBody(account, one))),
  );
  app.get(
    '/v1/refunds',
    { config: { call: 'listRefunds' }, schema: { querystring: pageQuery } },
    ({ account, query }) =>
      collection(
        pageOf(account.all('paymentRefund'), query).map((refund) =>
          paymentRefundBody(refund, findPayment(account, refund.paymentId).currency),
        ),
      ),
  );
  app.get(
    '/v1/payments/:id',
    { config: { call: 'getCapture' }, schema: byId },
    ({ account, params }) => paymentBody(account, findPayment(account, params.id)),
  );
  app.get(
    '/v1/payments/:id/refunds',
    { config: { call: 'getRefunds' }, schema: byId },
    ({ account, params }) => {
      const { currency } = findPayment(account, params.id);
      const all = refundsOf(account, params.id);
      return collection(all.map((refund) => paymentRefundBody(refund, currency)));
    },
  );
  app.post(
    '/v1/payments/:id/refund',
    { config: { call: 'refund' }, schema: { ...byId, body: paymentRefundInput } },
    ({ account, params, body, headers }) => {
      const key = headers['x-refund-idempotency'];
      const id = `refund ${String(key)}`;
      const known = key === undefined ? undefined : account.get('remembered', id);
      if (known !== undefined && known.body !== JSON.stringify(body)) {
        throw new RazorpayError(
          'Different request with the same idempotency key has already been processed.',
        );
      }
      const { currency } = findPayment(account, params.id);
      const earlier = account.get('paymentRefund', known?.target?.id ?? '');
      if (earlier !== undefined) return paymentRefundBody(earlier, currency);
      const refund = refundPayment(account, params.id, body.amount);
      sendPaymentRefundEvent(simulator, account, refund);
      if (key !== undefined) {
        const target = { kind: 'paymentRefund', id: refund.id } as const;
        const answer = { status: 200, target, body: JSON.stringify(body) };
        account.save('remembered', { id, at: account.now, ...answer });
      }
      return paymentRefundBody(refund, currency);
    },
  );
}

/** Those made in a period, the newest first. */
function pageOf<T extends { createdAt: number }>(
  all: T[],
  { from, to, count, skip }: z.output<typeof pageQuery>,
): T[] {
  return all
    .filter(({ createdAt }) => seconds(createdAt) >= from && seconds(createdAt) <= to)
    .reverse()
    .slice(skip, skip + count);
}
