import { z } from 'zod';
import { browserTokenHash } from '../access.js';
import { defineQuery, emptyReply } from '../command.js';
import { access } from '../authorisation.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { timestamp } from '../ids.js';
import { purchaseItemNames } from '../constants/billing.js';
import { currency, plan, purchaseItem } from '../constants/schemas.js';

/** Deadline of a call that needs PayPal, in milliseconds. */
export const PAYMENT_DEADLINE_MS = 20_000;
/** Largest webhook that is read, in bytes. */
export const MAX_WEBHOOK_BODY = 262_144;

/** The payment provider: none, the PayPal simulator, PayPal's sandbox, or PayPal. */
export const paymentMode = z.enum(['off', 'test', 'sandbox', 'live']);
/** See {@link paymentMode}. */
export type PaymentMode = z.infer<typeof paymentMode>;

/** An amount as PayPal writes it. */
export const moneyAmount = z.object({ amount: z.string(), currency: z.string() });

/** What is charged, whatever prices are shown: one currency, a decimal string for each item. */
export const charge = z.object({
  currency,
  items: z.object(
    Object.fromEntries(purchaseItemNames.map((name) => [name, z.string()])) as Record<
      (typeof purchaseItemNames)[number],
      z.ZodString
    >,
  ),
});

/** What a page needs before it can take a payment. `clientId` is null where PayPal's own script is not used. */
export const checkout = z.object({
  mode: paymentMode,
  clientToken: z.string(),
  clientId: z.string().nullable(),
  charge,
});
/** See {@link checkout}. */
export type Checkout = z.infer<typeof checkout>;

/** PayPal's id of an order. */
export const providerOrderId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);

/** What a buyer's page asks for; amount and currency are what it has shown, and are only compared. */
export const orderInput = z.strictObject({
  amount: z.union([z.string().trim().max(20), z.number()]),
  currency: z.string().trim().toUpperCase().max(10),
  intent: z.string().trim().toUpperCase().pipe(z.literal('CAPTURE')),
  item: purchaseItem.default('hourly'),
});

/** PayPal's id of the order, and the page on which the buyer approves it. */
export const newOrder = z.object({ id: providerOrderId, approveUrl: z.url() });

/** Access that a purchase gives; it may start later, when other access ends. */
export const grantedPass = z.object({ plan, startsAt: timestamp, expiresAt: timestamp });
/** See {@link grantedPass}. */
export type GrantedPass = z.infer<typeof grantedPass>;

/** Proof of a payment. With `code` and the payer's e-mail the access moves to another browser. */
export const receipt = z.object({
  code: z.string(),
  item: purchaseItem,
  amount: z.string(),
  currency: z.string(),
  paidAt: timestamp,
  /** PayPal's id of the capture. */
  reference: z.string(),
});
/** See {@link receipt}. */
export type Receipt = z.infer<typeof receipt>;

/** What became of a capture. */
export const captureOutcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('COMPLETED'), pass: grantedPass, receipt }),
  /** PayPal holds the payment; access comes by itself when it is released. */
  z.object({ status: z.literal('PENDING') }),
]);
/** See {@link captureOutcome}. */
export type CaptureOutcome = z.infer<typeof captureOutcome>;

/** Whether and how payments are taken. */
export const getPaymentMode = defineQuery({
  name: 'billing.payments.mode',
  access: access.everyone,
  request: z.strictObject({}),
  reply: z.object({ mode: paymentMode }),
});

/** See {@link checkout}. */
export const getCheckout = endpoint({
  method: 'GET',
  path: '/paypal/setup',
  summary: 'What a page needs before it can take a payment',
  access: access.everyone,
  rateLimit: 'setup',
  errors: ['PAYMENTS_NOT_CONFIGURED'],
  message: 'billing.payments.checkout',
  reply: checkout,
  deadlineMs: PAYMENT_DEADLINE_MS,
});

/**
 * Creates an order for the browser `holder`; PayPal sends its buyer back to `returnOrigin`. The same
 * `Idempotency-Key` of the same browser creates one order.
 */
export const createOrder = customEndpoint({
  method: 'POST',
  path: '/paypal/order',
  summary: 'Opens an order; the server decides the price',
  access: access.everyone,
  rateLimit: 'order',
  body: orderInput,
  response: newOrder,
  status: 201,
  idempotent: true,
  errors: ['PRICE_CHANGED', 'CURRENCY_NOT_SUPPORTED', 'PAYMENTS_NOT_CONFIGURED', 'FOREIGN_ORIGIN'],
  message: 'billing.payments.create-order',
  request: orderInput.extend({ holder: browserTokenHash, returnOrigin: z.url() }),
  reply: newOrder,
  deadlineMs: PAYMENT_DEADLINE_MS,
});

/**
 * Captures the money of an approved order once and grants the access; a repeated call answers the
 * same. `PURCHASE_ENDED` if the money has been refunded since.
 */
export const captureOrder = customEndpoint({
  method: 'POST',
  path: '/paypal/order/{id}/capture',
  summary: 'Takes the money of an approved order and hands out the access',
  access: access.everyone,
  rateLimit: 'capture',
  params: z.strictObject({ id: providerOrderId }),
  response: captureOutcome,
  status: 200,
  acceptedStatus: 202,
  cookieAuthorised: true,
  errors: [
    'NOT_FOUND',
    'FOREIGN_ORDER',
    'FOREIGN_ORIGIN',
    'ORDER_NOT_APPROVED',
    'PAYMENT_DECLINED',
    'PURCHASE_ENDED',
    'PAYMENTS_NOT_CONFIGURED',
  ],
  message: 'billing.payments.capture-order',
  request: z.strictObject({ id: providerOrderId, holder: browserTokenHash }),
  reply: captureOutcome,
  deadlineMs: PAYMENT_DEADLINE_MS,
});

/** The headers that PayPal signs a webhook with, by their names in lower case. */
export const webhookHeaders = z.object({
  'paypal-transmission-id': z.string().max(200),
  'paypal-transmission-time': z.string().max(100),
  'paypal-transmission-sig': z.string().max(2_000),
  'paypal-cert-url': z.string().max(500),
  'paypal-auth-algo': z.string().max(100),
});
/** See {@link webhookHeaders}. */
export type WebhookHeaders = z.infer<typeof webhookHeaders>;

/**
 * A webhook as it arrived; `body` is its bytes in base64, because the signature covers them.
 * `INVALID_SIGNATURE` if it is forged, too old, or of another sender. Repetitions change nothing.
 */
export const receiveWebhook = customEndpoint({
  method: 'POST',
  path: '/paypal/webhook',
  summary: 'Receives a signed PayPal webhook',
  access: access.everyone,
  rateLimit: 'webhook',
  rawBody: true,
  response: emptyReply,
  status: 200,
  errors: ['INVALID_SIGNATURE', 'PAYMENTS_NOT_CONFIGURED'],
  message: 'billing.payments.webhook',
  request: z.strictObject({ headers: webhookHeaders, body: z.base64() }),
  reply: emptyReply,
  deadlineMs: PAYMENT_DEADLINE_MS,
});
