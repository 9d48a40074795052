import { z } from 'zod';
import { access } from '../authorisation.js';
import { endpoint } from '../endpoint.js';
import { byId, objectId, paged, timestamp } from '../records.js';
import { PAGE_SIZE } from '../constants/limits.js';
import { paymentProvider, purchaseItem } from '../constants/schemas.js';
import { comparedText } from '../text-fields.js';
import { accessCode } from './payments.js';
import { receiptNumber } from './receipts.js';

/**
 * The states of an order. `created`: stored, the provider not yet asked or not yet heard; `open`: the
 * buyer can approve; `capturing`: the money was asked for, the outcome is not known yet; `pending`: the
 * provider holds it; `paid`; `denied`: a held payment came to nothing; `abandoned`: never paid;
 * `refunding`: asked for, not yet confirmed; `refunded`.
 */
export const orderStates = [
  'created',
  'open',
  'capturing',
  'pending',
  'paid',
  'denied',
  'abandoned',
  'refunding',
  'refunded',
] as const;
/** One of {@link orderStates}. */
export type OrderState = (typeof orderStates)[number];

/** An order as administrators see it. */
export const order = z.object({
  id: objectId,
  item: purchaseItem,
  state: z.enum(orderStates),
  amount: z.string(),
  currency: z.string(),
  createdAt: timestamp,
  paidAt: timestamp.optional(),
  startsAt: timestamp.optional(),
  endsAt: timestamp.optional(),
  payerEmail: z.string().optional(),
  /** As of a purchase of its buyer. */
  receiptNumbers: z.array(receiptNumber).optional(),
  /** Who took the money; absent in replies of versions that knew PayPal alone. */
  provider: paymentProvider.optional(),
  /** The provider's id of the payment. */
  reference: z.string().optional(),
  refundRequestedAt: timestamp.optional(),
  refundedAt: timestamp.optional(),
  /** Name of the administrator who refunded; absent if the provider reported the refund. */
  refundedBy: z.string().optional(),
});
/** See {@link order}. */
export type Order = z.infer<typeof order>;

/** Orders: open refund requests first, the oldest request first; then the others, newest first. */
export const listOrders = endpoint('GET /api/orders', {
  summary: 'Orders: open refund requests first, then the newest',
  access: access.from('admin'),
  message: 'billing.orders.list',
  /** `true`: open refund requests alone. */
  ...paged(order, PAGE_SIZE, { refundRequested: z.enum(['true', 'false']).optional() }),
});

/**
 * Orders, the newest first, with this id, number of a receipt or credit note, or id of the payment at its
 * provider, or whose payer's address begins so. The text stands in the body, because servers on the way log URLs.
 */
export const searchOrders = endpoint('POST /api/orders/search', {
  summary: 'Orders by a number or id, or by how the address of the payer begins',
  access: access.from('admin'),
  body: z.strictObject({ text: comparedText(254).min(1) }),
  message: 'billing.orders.search',
  kind: 'query',
  ...paged(order, PAGE_SIZE),
});

/**
 * Makes a new access code for a paid order whose buyer has lost code and mailbox; the former one ends. All
 * confirmed addresses get a mail about it, and the browser that opens the practice shows that it was made.
 */
export const issueAccessCode = endpoint('POST /api/orders/{id}/access-code', {
  summary: 'Makes a new access code for a payment',
  access: access.from('admin'),
  confirmed: true,
  params: byId,
  errors: ['NOT_FOUND', 'PURCHASE_ENDED'],
  message: 'billing.orders.issue-access-code',
  reply: z.object({ accessCode }),
});

/**
 * Refunds the whole payment and ends the access. The reply may still say `refunding`: the refund then
 * completes by itself.
 */
export const refundOrder = endpoint('POST /api/orders/{id}/refund', {
  summary: 'Gives a payment back and ends its access',
  access: access.from('admin'),
  confirmed: true,
  params: byId,
  errors: ['NOT_FOUND', 'NOT_REFUNDABLE', 'PAYMENTS_NOT_CONFIGURED'],
  message: 'billing.orders.refund',
  reply: order,
  deadlineMs: 20_000,
});
