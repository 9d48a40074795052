import { z } from 'zod';
import { access } from '../authorisation.js';
import { indianState, purchaseItem } from '../constants/schemas.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { ofRecord, timestamp } from '../records.js';
import { locale } from '../locale.js';

/** A receipt of a payment, or the credit note of a refund. */
export const receiptKinds = ['receipt', 'creditNote'] as const;
/** One of {@link receiptKinds}. */
export type ReceiptKind = (typeof receiptKinds)[number];

/**
 * Financial year and count: `2026-27/000001`; of credit notes `CN2026-27/000001`; of test payments
 * either with `TEST-` in front. In India at most 16 characters are allowed.
 */
export const receiptNumber = z.string().regex(/^(TEST-)?(CN)?\d{4}-\d{2}\/\d{6}$/);

/** The tax that an amount includes, in minor units. `cgst` and `sgst` (see `nameStateTax`), or `igst`. */
export const taxLines = z.object({
  ratePercent: z.number().int(),
  taxable: z.number().int(),
  cgst: z.number().int().optional(),
  sgst: z.number().int().optional(),
  igst: z.number().int().optional(),
});
/** See {@link taxLines}. */
export type TaxLines = z.infer<typeof taxLines>;

/** A receipt or credit note with all that it shows; it never changes. */
export const receiptDocument = z.object({
  number: receiptNumber,
  kind: z.enum(receiptKinds),
  isTest: z.boolean(),
  issuedAt: timestamp,
  /** The receipt that a credit note belongs to. */
  originalNumber: receiptNumber.optional(),
  originalIssuedAt: timestamp.optional(),
  seller: z.object({ name: z.string(), address: z.string(), gstin: z.string().optional() }),
  item: purchaseItem,
  amountMinor: z.number().int(),
  currency: z.string(),
  tax: taxLines.optional(),
  /** The service and the state of its supply, by their codes at the tax office. */
  serviceCode: z.string().optional(),
  supplyState: indianState.optional(),
  paidAt: timestamp,
  /** The payment provider, and its id of the payment. */
  method: z.string(),
  reference: z.string(),
  /** The payer's e-mail address, masked. */
  payer: z.string().optional(),
});
/** See {@link receiptDocument}. */
export type ReceiptDocument = z.infer<typeof receiptDocument>;

/**
 * The documents of a payment, for the browser that has it, and for administrators. Payments of earlier
 * versions have none. `NOT_FOUND` for another browser's.
 */
export const getReceipts = endpoint('GET /api/receipts/{id}', {
  summary: 'The receipt and the credit notes of a payment',
  access: access.everyone,
  ...ofRecord,
  browser: 'optional',
  message: 'billing.receipts.get',
  reply: z.object({ documents: z.array(receiptDocument) }),
  list: 'documents',
});

/** One of them as a PDF; in base64 in the reply. */
export const getReceiptPdf = customEndpoint('GET /api/receipts/{id}/pdf', {
  summary: 'A receipt or credit note as PDF',
  access: access.everyone,
  ...ofRecord,
  query: z.strictObject({ number: receiptNumber, language: locale.default('en') }),
  browser: 'optional',
  contentTypes: ['application/pdf'],
  message: 'billing.receipts.pdf',
  reply: z.object({ pdf: z.base64() }),
});

/** A month in India, `2026-11`. */
const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/);

/** The documents issued in a month, as CSV; `after` is `next` of the part before. */
export const exportReceipts = customEndpoint('GET /api/receipts', {
  summary: 'All receipts and credit notes of a month, as CSV',
  access: access.from('admin'),
  query: z.strictObject({ month }),
  contentTypes: ['text/csv'],
  message: 'billing.receipts.export',
  request: z.strictObject({ month, after: receiptNumber.optional() }),
  reply: z.object({ text: z.string(), next: receiptNumber.optional() }),
  deadlineMs: 20_000,
});

/** The money of a month in one currency; test payments have sums of their own. */
export const monthTotal = z.object({
  currency: z.string(),
  isTest: z.boolean(),
  paidMinor: z.number().int(),
  refundedMinor: z.number().int(),
});
/** See {@link monthTotal}. */
export type MonthTotal = z.infer<typeof monthTotal>;

/** The sums of the documents of {@link exportReceipts}. */
export const getMonthTotals = endpoint('GET /api/orders/totals', {
  summary: 'What was paid and refunded in a month, by currency',
  access: access.from('admin'),
  query: z.strictObject({ month }),
  message: 'billing.receipts.totals',
  reply: z.object({ totals: z.array(monthTotal) }),
});
