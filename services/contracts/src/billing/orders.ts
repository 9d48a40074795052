import { z } from 'zod';
import { defineCommand, defineQuery } from '../command.js';
import { objectId, timestamp } from '../ids.js';
import { pageOf } from '../paging.js';
import { MAX_PAGE_LIMIT } from '../vocabulary/limits.js';
import { purchaseItem } from '../vocabulary/schemas.js';

/**
 * The states of an order. `created`: stored, PayPal not yet asked or not yet heard; `open`: the buyer
 * can approve; `capturing`: the money was asked for, the outcome is not known yet; `pending`: PayPal
 * holds it; `paid`; `denied`: a held payment came to nothing; `abandoned`: never paid;
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
  receiptCode: z.string().optional(),
  /** PayPal's id of the capture. */
  reference: z.string().optional(),
  refundRequestedAt: timestamp.optional(),
  refundedAt: timestamp.optional(),
  /** Name of the administrator who refunded; absent where PayPal told of it. */
  refundedBy: z.string().optional(),
});
/** See {@link order}. */
export type Order = z.infer<typeof order>;

/** Orders, newest first. */
export const listOrders = defineQuery({
  name: 'billing.orders.list',
  request: z.strictObject({
    page: z.number().int().min(1),
    limit: z.number().int().min(1).max(MAX_PAGE_LIMIT),
  }),
  reply: pageOf(order),
});

/**
 * Gives the whole payment back and ends the access. The answer may still say `refunding`: it is then
 * finished without further asking. `NOT_FOUND`, `NOT_REFUNDABLE`.
 */
export const refundOrder = defineCommand({
  name: 'billing.orders.refund',
  request: z.strictObject({ id: objectId }),
  reply: order,
  deadlineMs: 20_000,
});
