import { z } from 'zod';
import {
  type CompletedRefund,
  type ListedPayment,
  type ProviderCapture,
  type ProviderOrder,
  type ProviderRefund,
  ProviderRejectedError,
  type RejectionCode,
  selectCapture,
} from '../payment-provider.js';
import { isProviderPage, type RazorpayConfig } from '../../../payments.config.js';
import { toLinkId } from './signatures.js';

const problem = z.object({
  error: z.object({ code: z.string().optional(), description: z.string().optional() }),
});

/** Nearly all errors have the same code; the text says what is wrong. */
const codes: readonly (readonly [RegExp, RejectionCode])[] = [
  [/does not exist|not a valid id/i, 'NOT_FOUND'],
  [/fully refunded/i, 'CAPTURE_FULLY_REFUNDED'],
  [/reference[ _]id.*already|already.*reference[ _]id/i, 'ORDER_EXISTS'],
  [/currency/i, 'CURRENCY_NOT_SUPPORTED'],
];

/** Parses a 4xx response. Texts are not kept, because rejections are logged. */
export const toRejection = (status: number, body: unknown): ProviderRejectedError => {
  const { code: name = '', description = '' } = problem.safeParse(body).data?.error ?? {};
  const known = codes.find(([pattern]) => pattern.test(description))?.[1];
  const code = known ?? (status === 404 ? 'NOT_FOUND' : 'OTHER');
  const issue = /^[A-Z0-9_]{1,60}$/.test(name) ? name : `HTTP_${status}`;
  return new ProviderRejectedError(code, issue);
};

/** What we note on a link; Razorpay copies it to its payments. Empty notes are an array. */
const notes = z
  .object({ order_id: z.string(), mark: z.string() })
  .partial()
  .optional()
  .catch(undefined);

const amountMinor = z.number().int().min(0);

/** Razorpay's own address stands for buyers who were not asked for one. */
const email = z
  .string()
  .nullish()
  .transform((value) => (value && !value.endsWith('@razorpay.com') ? value : undefined));

const payment = z.object({
  id: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount: amountMinor,
  currency: z.string(),
  amount_refunded: amountMinor.nullish().transform((value) => value ?? 0),
  email,
  notes,
});
type Payment = z.output<typeof payment>;

const toStatus = ({ status, amount, amount_refunded: returned }: Payment) => {
  if (status === 'failed') return 'DECLINED';
  if (status === 'refunded' || (returned > 0 && returned >= amount)) return 'REFUNDED';
  // Razorpay captures it by itself, or gives it back.
  if (status !== 'captured') return 'PENDING';
  return returned > 0 ? 'PARTIALLY_REFUNDED' : 'COMPLETED';
};

const toCapture = (value: Payment): ProviderCapture => ({
  id: value.id,
  status: toStatus(value),
  amountMinor: value.amount,
  currency: value.currency,
  customId: value.notes?.order_id,
  payee: undefined,
});

/** A payment. */
export const paymentResponse = payment.transform(toCapture);

/** All attempts to pay an order of Razorpay, which is made when the buyer opens the link. */
export const paymentsResponse = z
  .object({ items: z.array(payment) })
  // An attempt that has only begun is no payment yet.
  .transform(({ items }) => items.filter(({ status }) => status !== 'created'));

/** A payment link, which is our order. */
export const linkResponse = z.object({
  id: z.string(),
  status: z.enum(['created', 'partially_paid', 'expired', 'cancelled', 'paid']),
  amount: amountMinor,
  currency: z.string(),
  reference_id: z.string(),
  /** Absent until the buyer opens the link. */
  order_id: z
    .string()
    .nullish()
    .transform((value) => value || undefined),
  short_url: z.url(),
  notes,
  /** With the buyer's address that we have given it. */
  customer: z.object({ email }).optional().catch(undefined),
});
/** Payment links of one reference, as Razorpay says: each is compared. */
export const linksResponse = z.object({ payment_links: z.array(linkResponse) });
type Link = z.output<typeof linkResponse>;

const orderStatus = {
  created: 'CREATED',
  partially_paid: 'CREATED',
  expired: 'VOIDED',
  cancelled: 'VOIDED',
  paid: 'COMPLETED',
} as const satisfies Record<Link['status'], ProviderOrder['status']>;

/** Razorpay gives back what it has not captured, and the link can be paid again: nothing was paid. */
const toAttempt = ({ status }: Link, value: Payment): ProviderCapture => {
  const capture = toCapture(value);
  const isReleased = status !== 'paid' && capture.status === 'REFUNDED';
  return isReleased ? { ...capture, status: 'DECLINED' } : capture;
};

/** The order of a link with the attempts to pay it. */
export const toProviderOrder = (found: Link, payments: Payment[] = []): ProviderOrder => {
  const capture = selectCapture(payments.map((one) => toAttempt(found, one)));
  const payer = payments.find(({ id }) => id === capture?.id);
  return {
    id: found.id,
    status: orderStatus[found.status],
    amountMinor: found.amount,
    currency: found.currency,
    customId: found.reference_id,
    payee: undefined,
    payerEmail: payer?.email,
    capture: capture && { ...capture, customId: capture.customId ?? found.reference_id },
    mark: found.notes?.mark,
    email: found.customer?.email,
    approveUrl: found.short_url,
  };
};

/** The ids of payments beside `kept` whose money was taken too and not refunded. */
export const toSurplus = (payments: Payment[], kept: string): string[] =>
  payments
    .filter((one) => one.id !== kept && /^(COMPLETED|PARTIALLY_REFUNDED)$/.test(toStatus(one)))
    .map(({ id }) => id);

/** Whether buyers may be sent there. */
export const isPaymentPage = (href: string, mode: RazorpayConfig['mode']): boolean =>
  isProviderPage(href, mode, /^https:\/\/(([a-z0-9-]+\.)*razorpay\.com|rzp\.io)$/);

const refundStatus = {
  processed: 'COMPLETED',
  pending: 'PENDING',
  failed: 'FAILED',
} as const satisfies Record<string, ProviderRefund['status']>;

const refund = z.object({
  id: z.string(),
  status: z.enum(['processed', 'pending', 'failed']),
  amount: amountMinor,
  created_at: z.number(),
});
type Refund = z.output<typeof refund>;

const toRefund = ({ id, status }: Refund): ProviderRefund => ({ id, status: refundStatus[status] });

const toDate = (seconds: number): Date => new Date(seconds * 1_000);

/** A refund in Razorpay's response. */
export const refundResponse = refund.transform(toRefund);

const sumOf = (refunds: Refund[]): number => refunds.reduce((sum, { amount }) => sum + amount, 0);

/** A payment in the list of all; undefined for one that is none (yet). */
const listedPayment = payment
  .extend({ created_at: z.number(), description: z.string().nullish() })
  .transform(({ id: captureId, status, ...entry }): ListedPayment | undefined => {
    if (status === 'created' || status === 'failed') return undefined;
    const orderId = entry.notes?.order_id;
    const providerOrderId = toLinkId(entry.description ?? undefined);
    return { captureId, at: toDate(entry.created_at), orderId, providerOrderId };
  });

/** A refund in the list of all; undefined for one that has not reached the buyer. */
const listedRefund = refund
  .extend({ payment_id: z.string() })
  .transform(({ id: refundId, status, ...entry }): ListedPayment | undefined => {
    if (status !== 'processed') return undefined;
    return { captureId: entry.payment_id, at: toDate(entry.created_at), refundId };
  });

/** Pages of the lists of all, the newest first. */
export const listResponses = {
  payments: z.object({ items: z.array(listedPayment) }),
  refunds: z.object({ items: z.array(listedRefund) }),
};

/** All refunds of a payment. */
export const refundsResponse = z.object({ items: z.array(refund) }).transform(({ items }) => {
  const completed = items.filter(({ status }) => status === 'processed');
  const pending = items.find(({ status }) => status === 'pending');
  return {
    count: items.length,
    failures: items.filter(({ status }) => status === 'failed').length,
    pending: pending && toRefund(pending),
    processedMinor: sumOf(completed),
    requestedMinor: sumOf(items.filter(({ status }) => status !== 'failed')),
    completed: completed
      .sort((one, other) => one.created_at - other.created_at)
      .map(({ id, amount }): CompletedRefund => ({ id, amountMinor: amount })),
  };
});
