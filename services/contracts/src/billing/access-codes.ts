import { z } from 'zod';
import { browserTokenHash } from '../access.js';
import { access } from '../authorisation.js';
import { purchaseItem } from '../constants/schemas.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { DomainError } from '../errors.js';
import { objectId, timestamp } from '../records.js';
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
