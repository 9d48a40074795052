import { toMinorUnits } from '@ctdb/contracts';
import { z } from 'zod';
import {
  type CompletedRefund,
  type ProviderCapture,
  type ProviderOrder,
  selectCapture,
} from '../payment-provider.js';
import { isProviderPage, type PaypalConfig } from '../../../payments.config.js';

const text = z.string().optional();
const amount = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform(({ currency_code: currency, value }, context) => {
    const amountMinor = toMinorUnits(value);
    if (amountMinor !== undefined) return { amountMinor, currency };
    context.issues.push({ code: 'custom', message: 'not an amount', input: value });
    return z.NEVER;
  });
const payee = z
  .object({ merchant_id: text })
  .optional()
  .transform((value) => value?.merchant_id);
const payer = z
  .object({ email_address: text })
  .optional()
  .transform((value) => value?.email_address);

/** A capture in PayPal's response. */
export const captureResponse = z
  .object({
    id: z.string(),
    status: z.enum([
      'COMPLETED',
      'PENDING',
      'DECLINED',
      'FAILED',
      'REFUNDED',
      'PARTIALLY_REFUNDED',
    ]),
    amount,
    custom_id: text,
    payee,
  })
  .transform(({ amount: paid, custom_id: customId, ...capture }): ProviderCapture => ({
    ...capture,
    ...paid,
    customId,
  }));

const unit = z.object({
  amount,
  custom_id: text,
  /** See `NewProviderOrder.mark`. */
  reference_id: text,
  payee,
  payments: z.object({ captures: z.array(captureResponse).optional() }).optional(),
});

/** An order in PayPal's response. Ours have one unit. */
export const orderResponse = z
  .object({
    id: z.string(),
    status: z.enum([
      'CREATED',
      'SAVED',
      'APPROVED',
      'VOIDED',
      'COMPLETED',
      'PAYER_ACTION_REQUIRED',
    ]),
    purchase_units: z.tuple([unit]),
    payer,
    payment_source: z
      .object({ paypal: payer, google_pay: payer, card: payer })
      .partial()
      .optional(),
  })
  .transform(({ id, status, purchase_units: [own], ...order }): ProviderOrder => {
    const { payment_source: source } = order;
    const capture = selectCapture(own.payments?.captures ?? []);
    return {
      id,
      status,
      ...own.amount,
      customId: own.custom_id,
      mark: own.reference_id,
      payee: own.payee,
      payerEmail: source?.paypal ?? order.payer ?? source?.google_pay ?? source?.card,
      // A capture inside its order may omit fields of the order.
      capture: capture && {
        ...capture,
        customId: capture.customId ?? own.custom_id,
        payee: capture.payee ?? own.payee,
      },
    };
  });

/** A refund in PayPal's response. */
export const refundResponse = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
});
const refunds = z.array(refundResponse.extend({ amount, create_time: z.string() }));

/** The completed refunds in PayPal's response to an order, the oldest first. */
export const orderRefundsResponse = z
  .object({ purchase_units: z.tuple([z.object({ payments: z.object({ refunds }).partial() })]) })
  .transform(({ purchase_units: [{ payments }] }) =>
    (payments.refunds ?? [])
      .filter(({ status }) => status === 'COMPLETED')
      .sort((one, other) => one.create_time.localeCompare(other.create_time))
      .map(({ id, amount: { amountMinor } }): CompletedRefund => ({ id, amountMinor })),
  );

/** The id of the order of a capture. */
export const captureOrderResponse = z
  .object({ supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }) })
  .transform((value) => value.supplementary_data.related_ids.order_id);

/** An order that may be of another product; `undefined` for one with several units. */
export const foundOrderResponse = orderResponse.or(
  z.object({ purchase_units: z.array(z.unknown()).min(2) }).transform(() => undefined),
);

const PAGES = /^https:\/\/([a-z0-9-]+\.)*paypal\.com$/;

/** The id of a new order, and the page on which its buyer approves it. */
export const newOrderResponse = (mode: PaypalConfig['mode']) =>
  z
    .object({ id: z.string(), links: z.array(z.object({ rel: z.string(), href: z.url() })) })
    .transform(({ id, links }, context) => {
      const page = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
      if (page && isProviderPage(page.href, mode, PAGES)) return { id, approveUrl: page.href };
      context.issues.push({ code: 'custom', message: 'no page for the buyer', input: links });
      return z.NEVER;
    });

/** The client token for PayPal's script in the browser. */
export const clientTokenResponse = z
  .object({ client_token: z.string().min(1) })
  .transform((value) => value.client_token);
