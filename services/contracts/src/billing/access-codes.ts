import { z } from 'zod';
import { browserTokenHash } from '../access.js';
import { access } from '../authorisation.js';
import { purchaseItem } from '../constants/schemas.js';
import { customEndpoint } from '../endpoint.js';
import { objectId, timestamp } from '../ids.js';
import { comparedEmail, typedText } from '../text-fields.js';
import { typedAt } from './accounts.js';
import { accessCode, grantedPass, providerOrderId } from './payments.js';

/** What calls by buyers have in common: the browser's cookie proves them, and the address limits them. */
export const buyerCall = {
  method: 'POST',
  access: access.everyone,
  rateLimit: 'restore',
  cookieAuthorised: true,
} as const;

/** The browser that asks, by its cookie. */
export const ofBrowser = z.strictObject({ browser: browserTokenHash });

/** A query about the practice of a browser. */
export const browserQuery = {
  method: 'GET',
  access: access.everyone,
  request: ofBrowser,
} as const;

/** Declares a call by a buyer whose message has the fields of the body and the browser. */
export const browserCall = <const S extends z.ZodRawShape>(fields: S) => ({
  ...buyerCall,
  body: z.strictObject(fields),
  request: z.strictObject({ ...fields, ...ofBrowser.shape }),
});

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
export const revealAccessCode = customEndpoint({
  ...browserCall({ orderId: providerOrderId }),
  path: '/api/access/code',
  summary: 'Shows the access code of a purchase of this browser',
  response: z.object({ accessCode }),
  errors: ['NOT_FOUND', 'PURCHASE_ENDED'],
  message: 'billing.access-codes.reveal',
});

/** Errors of a call with a {@link typedCode}. */
export const codeErrors = ['NOT_FOUND', 'ADDRESS_REQUIRED', 'TOO_MANY_TRIES'] as const;

/** What a code opens, before anything moves. `replaces`: what this browser opens now, if that is another. */
export const checkAccessCode = customEndpoint({
  ...buyerCall,
  path: '/api/access/restore/check',
  summary: 'What an access code opens; changes nothing',
  body: typedCode,
  response: z.object({ purchase: openedPurchase, replaces: openedPurchase.optional() }),
  errors: codeErrors,
  message: 'billing.access-codes.check',
  request: typedCode.extend(typedAt),
});

const restoration = typedCode.extend({ replace: z.boolean().optional() });

/**
 * Opens the practice of a code in this browser, under the token `next`; the browser that had it answers
 * `moved`. `PRACTICE_OPEN` if this browser opens another one and `replace` is not set.
 */
export const restoreAccess = customEndpoint({
  ...buyerCall,
  path: '/api/access/restore',
  summary: 'Moves paid access to this browser by access code',
  body: restoration,
  response: openedPurchase,
  idempotent: true,
  errors: [...codeErrors, 'PRACTICE_OPEN'],
  message: 'billing.access-codes.restore',
  request: restoration.extend({ ...typedAt, next: browserTokenHash }),
});
