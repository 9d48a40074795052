import { z } from 'zod';
import { browserTokenHash } from '../access.js';
import { access } from '../authorisation.js';
import { purchaseItem } from '../constants/schemas.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { DomainError } from '../errors.js';
import { byId, objectId, timestamp } from '../records.js';
import { comparedEmail, typedText } from '../text-fields.js';
import { typedAt } from './accounts.js';
import { accessCode, grantedPass, providerOrderId } from './payments.js';

/** What calls by buyers have in common: the browser's cookie proves them, and the address limits them. */
export const buyerCall = {
  access: access.everyone,
  rateLimit: 'restore',
  cookieAuthorised: true,
} as const;

/** The browser that asks, by its cookie. */
export const ofBrowser = z.strictObject({ browser: browserTokenHash });

/** The same by a browser that must have a practice: one without a token has none. */
export const practiceCall = {
  ...buyerCall,
  browser: () => {
    throw new DomainError('NOT_FOUND', { kind: 'order' });
  },
  errors: ['NOT_FOUND'],
} as const;

/** An access code as a person types it; with the order's e-mail address if it was mailed once. */
export const typedCode = z.strictObject({
  accessCode: typedText().min(1).max(100),
  email: comparedEmail.optional(),
});

/** What an access code or a link opens: its practice's purchase. */
export const openedPurchase = z.object({
  id: objectId,
  item: purchaseItem,
  paidAt: timestamp,
  /** Absent if the purchase gives no access any more. */
  pass: grantedPass.optional(),
});
/** See {@link openedPurchase}. */
export type OpenedPurchase = z.infer<typeof openedPurchase>;

/**
 * Shows an access code of the browser's practice: while its access runs or will, and before an order of
 * this browser is paid, for which `orderId` may be the provider's.
 */
export const revealAccessCode = endpoint('POST /api/access/code', {
  ...practiceCall,
  summary: 'Shows the access code of a purchase of this browser',
  body: z.strictObject({ orderId: providerOrderId }),
  errors: ['NOT_FOUND', 'PURCHASE_ENDED'],
  message: 'billing.access-codes.reveal',
  reply: z.object({ accessCode }),
});

/** Errors of a call with a {@link typedCode}. */
export const codeErrors = ['NOT_FOUND', 'ADDRESS_REQUIRED', 'TOO_MANY_TRIES'] as const;

/** What a code opens, before anything moves. `replaces`: what this browser opens now, if that is another. */
export const checkAccessCode = endpoint('POST /api/access/restore/check', {
  ...buyerCall,
  summary: 'What an access code opens; changes nothing',
  body: typedCode,
  browser: 'optional',
  address: true,
  errors: codeErrors,
  message: 'billing.access-codes.check',
  reply: z.object({ purchase: openedPurchase, replaces: openedPurchase.optional() }),
});

const restoration = typedCode.extend({ replace: z.boolean().optional() });

/**
 * Opens the practice of a code in this browser, under the token `next`; the browser that had it answers
 * `moved`. `PRACTICE_OPEN` if this browser opens another one and `replace` is not set.
 */
export const restoreAccess = customEndpoint('POST /api/access/restore', {
  ...buyerCall,
  summary: 'Moves paid access to this browser by access code',
  body: restoration,
  response: openedPurchase,
  idempotent: true,
  errors: [...codeErrors, 'PRACTICE_OPEN'],
  message: 'billing.access-codes.restore',
  request: restoration.extend({ ...typedAt, next: browserTokenHash }),
});

/** Days for which a buyer can take the erasure of a practice back. */
export const ERASURE_DAYS = 30;

const provenByCode = {
  ...practiceCall,
  body: typedCode,
  address: true,
  errors: codeErrors,
} as const;

/**
 * All entries and patients of this browser's practice, as CSV; also after its access has ended. An access
 * code of the practice is needed again. The message answers with the practice; see `exportPractice`.
 */
export const exportPracticeData = customEndpoint('POST /api/access/export', {
  ...provenByCode,
  summary: 'All entries and patients of this browser, as CSV',
  contentTypes: ['text/csv'],
  message: 'billing.practice-data.prove',
  reply: z.object({ practice: objectId }),
});

/**
 * `eraseAt`: when the practice of this browser is erased; absent if that is not planned. `backupsUntil`: from
 * when on no backup holds its data.
 */
const erasure = z.object({ eraseAt: timestamp.optional(), backupsUntil: timestamp.optional() });

export const getErasure = endpoint('GET /api/access/erasure', {
  summary: 'When the data of this browser will be erased',
  access: access.everyone,
  browser: () => ({}),
  message: 'billing.practice-data.get-erasure',
  reply: erasure,
});

/**
 * Plans the erasure of the browser's practice, {@link ERASURE_DAYS} days ahead: a repeated request does not
 * change the day. All confirmed addresses get a mail. A purchase that is activated until then, or
 * {@link cancelErasure}, takes it back.
 */
export const requestErasure = endpoint('POST /api/access/erasure', {
  ...provenByCode,
  summary: 'Erases all data of this browser in 30 days',
  status: 202,
  message: 'billing.practice-data.request-erasure',
  reply: erasure,
});

export const cancelErasure = endpoint('DELETE /api/access/erasure', {
  ...practiceCall,
  summary: 'Takes the erasure of the data of this browser back',
  message: 'billing.practice-data.cancel-erasure',
});

/** Erases the practice of an order at once. `ORDER_UNFINISHED` while an order of it may be paid. */
export const eraseBuyer = endpoint('POST /api/orders/{id}/erase', {
  summary: 'Erases all data of the buyer of an order for good',
  access: access.from('owner'),
  confirmed: true,
  params: byId,
  errors: ['NOT_FOUND', 'ORDER_UNFINISHED'],
  message: 'billing.practice-data.erase',
  deadlineMs: 20_000,
});
