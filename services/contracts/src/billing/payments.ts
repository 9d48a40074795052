import { z } from 'zod';
import { browserTokenHash } from '../access.js';
import { defineQuery, emptyReply } from '../command.js';
import { access } from '../authorisation.js';
import { customEndpoint, defineRoute } from '../endpoint.js';
import { timestamp } from '../records.js';
import { emailAddress, typedText } from '../text-fields.js';
import { type PaymentProviderName, purchaseItemNames } from '../constants/billing.js';
import {
  currency,
  indianState,
  paymentProvider,
  plan,
  purchaseItem,
} from '../constants/schemas.js';

/** Deadline of a call that needs a payment provider, in milliseconds. */
export const PAYMENT_DEADLINE_MS = 20_000;
/** Largest webhook that is read, in bytes. */
export const MAX_WEBHOOK_BODY = 262_144;

/** Payments: none, a simulator's, a provider's own tests, or real ones. */
export const paymentMode = z.enum(['off', 'test', 'sandbox', 'live']);
/** See {@link paymentMode}. */
export type PaymentMode = z.infer<typeof paymentMode>;

/** What a provider charges, whatever prices are shown: one currency, a decimal string for each item. */
export const charge = z.object({
  currency,
  items: z.object(
    Object.fromEntries(purchaseItemNames.map((name) => [name, z.string()])) as Record<
      (typeof purchaseItemNames)[number],
      z.ZodString
    >,
  ),
});

const providerCharge = { mode: paymentMode, charge };
const providerChoice = z.object({
  ...providerCharge,
  name: paymentProvider,
  /** Whether the receipt shows a tax that depends on the buyer's state. */
  isTaxedByState: z.boolean().optional(),
});

/**
 * What a page needs before it can take a payment. `mode` and `charge` are of PayPal, or of the only
 * other provider; without PayPal's own script the two values for it are null. `providers` are all
 * that can be chosen; versions before it know PayPal alone.
 */
export const checkout = z.object({
  ...providerCharge,
  clientToken: z.string().nullable(),
  clientId: z.string().nullable(),
  providers: z.array(providerChoice).optional(),
  /** Whether the browser has sent its token: it keeps cookies. */
  hasCookie: z.boolean().optional(),
});
/** See {@link checkout}. */
export type Checkout = z.infer<typeof checkout>;

/** The provider's id of an order. */
export const providerOrderId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/**
 * What a buyer's page asks for; amount and currency are what it has shown, and are only compared. To
 * `email` the buyer wants messages about the purchase; it is not verified, and needed for plans.
 */
export const orderInput = z.strictObject({
  amount: z.union([typedText().max(20), z.number()]),
  currency: typedText().toUpperCase().max(10),
  intent: typedText().toUpperCase().pipe(z.literal('CAPTURE')),
  item: purchaseItem.default('hourly'),
  email: emailAddress.optional(),
  /** Decides which tax a receipt in rupees shows; without it that of the seller's state. */
  buyerState: indianState.optional(),
});

/** The provider's id of the order, and the page on which the buyer pays or approves it. */
export const newOrder = z.object({
  id: providerOrderId,
  approveUrl: z.url(),
  /** See {@link accessCode}; it works once the order is paid. */
  accessCode: z.string(),
});

/** Access that a purchase gives; it may start later, when other access ends. */
export const grantedPass = z.object({ plan, startsAt: timestamp, expiresAt: timestamp });
/** See {@link grantedPass}. */
export type GrantedPass = z.infer<typeof grantedPass>;

/**
 * Opens a practice in another browser: 16 characters without look-alikes, in groups of four. It is never
 * mailed and never on a document.
 */
export const accessCode = z.string();

/** Proof of a payment. */
export const receipt = z.object({
  item: purchaseItem,
  amount: z.string(),
  currency: z.string(),
  paidAt: timestamp,
  /** The provider's id of the payment. */
  reference: z.string(),
});
/** See {@link receipt}. */
export type Receipt = z.infer<typeof receipt>;

/** What became of a capture. */
export const captureOutcome = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('COMPLETED'),
    pass: grantedPass,
    receipt,
    /** Absent where this browser opens the order's practice no more. */
    accessCode: accessCode.optional(),
  }),
  /** The provider holds the payment; access comes by itself when it is released. */
  z.object({ status: z.literal('PENDING') }),
]);
/** See {@link captureOutcome}. */
export type CaptureOutcome = z.infer<typeof captureOutcome>;

/** Whether and how payments are taken. */
export const getPaymentMode = defineQuery({
  name: 'billing.payments.mode',
  access: access.everyone,
  /** `mail`: buyers get mail; absent from versions that send none. */
  reply: z.object({ mode: paymentMode, mail: z.boolean().optional() }),
});

/** See {@link checkout}. Sets the cookie of a browser that has none. */
export const getCheckout = customEndpoint('GET /paypal/setup', {
  summary: 'What a page needs before it can take a payment',
  access: access.everyone,
  rateLimit: 'setup',
  response: checkout,
  errors: ['PAYMENTS_NOT_CONFIGURED'],
  message: 'billing.payments.checkout',
  deadlineMs: PAYMENT_DEADLINE_MS,
});

const orderRoute = {
  access: access.everyone,
  rateLimit: 'order',
  body: orderInput,
  response: newOrder,
  status: 201,
  idempotent: true,
  errors: [
    'IDEMPOTENCY_KEY_REUSED',
    'PRICE_CHANGED',
    'CURRENCY_NOT_SUPPORTED',
    'PAYMENTS_NOT_CONFIGURED',
    'FOREIGN_ORDER',
    'FOREIGN_ORIGIN',
  ],
} as const;

/**
 * Creates an order for `browser`, in the practice that it opens or a new one; its buyer returns to
 * `returnOrigin`. The same `Idempotency-Key` of the same browser creates one order. In rupees any key gets
 * the unpaid order of the same browser for the same wish, because its link may be being paid.
 */
export const createOrder = customEndpoint('POST /paypal/order', {
  ...orderRoute,
  summary: 'Opens an order in dollars; the server decides the price',
  message: 'billing.payments.create-order',
  request: orderInput.extend({
    browser: browserTokenHash,
    returnOrigin: z.url(),
    provider: paymentProvider.default('paypal'),
  }),
  deadlineMs: PAYMENT_DEADLINE_MS,
});

/** As {@link createOrder}, in rupees; `approveUrl` is a page of Razorpay with UPI, cards and net banking. */
export const createRupeeOrder = defineRoute('POST /razorpay/order', {
  ...orderRoute,
  summary: 'Opens an order in rupees; the server decides the price',
});

/**
 * Captures the money of an approved order once and grants the access; a repeated call answers the
 * same. `PURCHASE_ENDED` if the money has been refunded since.
 */
export const captureOrder = customEndpoint('POST /paypal/order/{id}/capture', {
  summary: 'Takes the money of an approved order, of any provider, and hands out the access',
  access: access.everyone,
  rateLimit: 'capture',
  params: z.strictObject({ id: providerOrderId }),
  response: captureOutcome,
  acceptedStatus: 202,
  cookieAuthorised: true,
  errors: [
    'NOT_FOUND',
    'FOREIGN_ORDER',
    'ORDER_NOT_APPROVED',
    'PAYMENT_DECLINED',
    'PURCHASE_ENDED',
    'PAYMENTS_NOT_CONFIGURED',
  ],
  message: 'billing.payments.capture-order',
  request: z.strictObject({ id: providerOrderId, browser: browserTokenHash }),
  deadlineMs: PAYMENT_DEADLINE_MS,
});

/** What Razorpay adds to the address to which a buyer comes back; the signature covers the others. */
export const rupeeReturnQuery = z.object({
  razorpay_payment_id: z.string().max(64),
  razorpay_payment_link_id: providerOrderId,
  razorpay_payment_link_reference_id: z.string().max(40),
  razorpay_payment_link_status: z.string().max(40),
  razorpay_signature: z.string().max(128),
});

/**
 * Where a buyer comes back to after a payment in rupees. Answers with the page of the item, which asks
 * for the outcome; nothing changes here. After a failure it is another page that asks.
 */
export const returnFromRupeeOrder = defineRoute('GET /razorpay/return', {
  summary: 'Leads a buyer back from Razorpay to the page of the item',
  access: access.everyone,
  rateLimit: 'capture',
  query: rupeeReturnQuery,
  status: 303,
});

/** The page of the item to which the signed `query` of a provider leads its buyer. */
export const returnFromOrder = defineQuery({
  name: 'billing.payments.return',
  access: access.everyone,
  request: z.strictObject({
    provider: paymentProvider,
    query: z.record(z.string().max(100), z.string().max(200)),
  }),
  reply: z.object({ path: z.string().startsWith('/') }),
});

/** The headers of a webhook that are read, by their names in lower case; PayPal's signature is not. */
export const webhookHeaders = {
  paypal: z.object({}),
  razorpay: z.object({ 'x-razorpay-signature': z.string().max(128) }),
} as const satisfies Record<PaymentProviderName, z.ZodObject>;

const webhookRoute = {
  access: access.everyone,
  rateLimit: 'webhook',
  rawBody: true,
  response: emptyReply,
  errors: ['INVALID_SIGNATURE', 'PAYMENTS_NOT_CONFIGURED'],
} as const;

/**
 * A webhook as it arrived; `body` is its bytes in base64, because Razorpay's signature covers them. It
 * proves nothing: one that names a known order leads to a read at the provider, at most once in 10 s.
 * `INVALID_SIGNATURE` if one of Razorpay is forged.
 */
export const receiveWebhook = customEndpoint('POST /paypal/webhook', {
  ...webhookRoute,
  summary: 'Receives a PayPal webhook',
  message: 'billing.payments.webhook',
  request: z.strictObject({
    provider: paymentProvider.default('paypal'),
    headers: z.record(z.string().max(100), z.string().max(2_000)),
    body: z.base64(),
  }),
  deadlineMs: PAYMENT_DEADLINE_MS,
});

/** Razorpay's webhooks; see {@link receiveWebhook}. */
export const receiveRupeeWebhook = defineRoute('POST /razorpay/webhook', {
  ...webhookRoute,
  summary: 'Receives a signed Razorpay webhook',
});
