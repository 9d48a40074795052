import { toMinorUnits } from '@ctdb/contracts';
import { z } from 'zod';
import {
  type FoundOrder,
  type ProviderCapture,
  type ProviderOrder,
  selectCapture,
} from '../payment-provider.js';
import type { PaypalConfig } from './paypal.config.js';

const amount = z
  .object({ currency_code: z.string(), value: z.string() })
  .transform(({ currency_code: currency, value }, context) => {
    const amountMinor = toMinorUnits(value);
    if (amountMinor !== undefined) return { amountMinor, currency };
    context.issues.push({ code: 'custom', message: 'not an amount', input: value });
    return z.NEVER;
  });
const payee = z
  .object({ merchant_id: z.string().optional() })
  .optional()
  .transform((value) => value?.merchant_id);

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
    custom_id: z.string().optional(),
    payee,
  })
  .transform(
    ({ id, status, amount: paid, custom_id: customId, payee: paidTo }): ProviderCapture => ({
      id,
      status,
      ...paid,
      customId,
      payee: paidTo,
    }),
  );

const payer = z
  .object({ email_address: z.string().optional() })
  .optional()
  .transform((value) => value?.email_address);
/** A PayPal account. Guests, whose address is only typed, have none that is verified. */
const wallet = z.object({
  email_address: z.string().optional(),
  account_status: z.string().optional(),
});

const purchaseUnit = z.object({
  amount,
  custom_id: z.string().optional(),
  payee,
  payments: z.object({ captures: z.array(captureResponse).optional() }).optional(),
});

/** An order in PayPal's response. */
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
    purchase_units: z.array(purchaseUnit).min(1),
    payer,
    payment_source: z
      .object({ paypal: wallet, google_pay: payer, card: payer })
      .partial()
      .optional(),
  })
  .transform((order, context): ProviderOrder => {
    const { id, status, purchase_units: units, payment_source: source } = order;
    const [unit] = units;
    if (unit === undefined || units.length > 1) {
      context.issues.push({ code: 'custom', message: 'not one purchase unit', input: units });
      return z.NEVER;
    }
    const capture = selectCapture(unit.payments?.captures ?? []);
    return {
      id,
      status,
      ...unit.amount,
      customId: unit.custom_id,
      payee: unit.payee,
      payerEmail:
        source?.paypal?.email_address ?? order.payer ?? source?.google_pay ?? source?.card,
      // A capture inside its order may omit fields of the order.
      capture: capture && {
        ...capture,
        customId: capture.customId ?? unit.custom_id,
        payee: capture.payee ?? unit.payee,
      },
    };
  });

/** The id of the order of a capture. */
export const captureOrderResponse = z
  .object({ supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }) })
  .transform((value) => value.supplementary_data.related_ids.order_id);

/** What an order says of itself; `undefined` for one with several units, which is none of ours. */
export const foundOrderResponse = z
  .object({
    id: z.string(),
    purchase_units: z.array(
      z.object({ amount, custom_id: z.string().optional(), reference_id: z.string().optional() }),
    ),
  })
  .transform(({ id, purchase_units: [unit, ...others] }): FoundOrder | undefined => {
    if (unit?.custom_id === undefined || others.length > 0) return undefined;
    const { custom_id: orderId, reference_id: mark } = unit;
    return { orderId, providerOrderId: id, ...unit.amount, mark, email: undefined };
  });

/** Whether buyers may be sent there. Where browsers find the simulator is a setting of its own. */
const isProviderPage = (href: string, mode: PaypalConfig['mode']): boolean => {
  const { origin } = new URL(href);
  return mode === 'test'
    ? /^https?:/.test(origin)
    : /^https:\/\/([a-z0-9-]+\.)*paypal\.com$/.test(origin);
};

/** The id of a new order, and the page on which its buyer approves it. */
export const newOrderResponse = (mode: PaypalConfig['mode']) =>
  z
    .object({ id: z.string(), links: z.array(z.object({ rel: z.string(), href: z.url() })) })
    .transform(({ id, links }, context) => {
      const page = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
      if (page !== undefined && isProviderPage(page.href, mode))
        return { id, approveUrl: page.href };
      context.issues.push({ code: 'custom', message: 'no page for the buyer', input: links });
      return z.NEVER;
    });

/** A refund in PayPal's response. */
export const refundResponse = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
});

/** The completed refunds in PayPal's response to an order, the oldest first. */
export const orderRefundsResponse = z
  .object({
    purchase_units: z.array(
      z.object({
        payments: z
          .object({
            refunds: z.array(
              z.object({ id: z.string(), status: z.string(), amount, create_time: z.string() }),
            ),
          })
          .partial()
          .optional(),
      }),
    ),
  })
  .transform(({ purchase_units: units }) =>
    units
      .flatMap(({ payments }) => payments?.refunds ?? [])
      .filter(({ status }) => status === 'COMPLETED')
      .sort((one, other) => one.create_time.localeCompare(other.create_time))
      .map(({ id, amount: { amountMinor } }) => ({ id, amountMinor })),
  );

/** The client token for PayPal's script in the browser. */
export const clientTokenResponse = z
  .object({ client_token: z.string().min(1) })
  .transform((value) => value.client_token);
