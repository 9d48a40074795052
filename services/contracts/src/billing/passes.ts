import { z } from 'zod';
import { browserTokenHash, passRecord } from '../access.js';
import { defineCommand, defineQuery, emptyReply } from '../command.js';
import { access } from '../authorisation.js';
import { customEndpoint } from '../endpoint.js';
import { accessReasons } from '../errors.js';
import { defineEvent } from '../event.js';
import { objectId, timestamp } from '../ids.js';
import { emailAddress } from '../text.js';
import { purchaseItem } from '../constants/schemas.js';
import { grantedPass, receipt } from './payments.js';
import { receiptNumber } from './receipts.js';

/**
 * Where a purchase stands, as its buyer sees it. `pending`: the provider holds the payment; `unclaimed`:
 * paid and not activated; `queued`: starts when other access ends.
 */
export const purchaseStates = [
  'pending',
  'unclaimed',
  'queued',
  'running',
  'ended',
  'refunded',
] as const;

/** A purchase as its buyer sees it. */
export const purchase = z.object({
  id: objectId,
  item: purchaseItem,
  state: z.enum(purchaseStates),
  pass: grantedPass.optional(),
  receipt: receipt.optional(),
  /** Numbers of its receipt and credit notes; empty until they are written, absent from earlier payments. */
  receiptNumbers: z.array(receiptNumber).optional(),
  /** Deadline of a refund request; absent if none is possible. */
  refundableUntil: timestamp.optional(),
  refundRequestedAt: timestamp.optional(),
});
/** See {@link purchase}. */
export type Purchase = z.infer<typeof purchase>;

/** The pass of a browser, or why it has none. */
const foundPass = z.object({
  pass: passRecord.nullable(),
  reason: z.enum(accessReasons).default('none'),
});

/** Reads the browser's pass from the ledger, or why it has none, and stores it in Redis again. */
export const getActivePass = defineQuery({
  name: 'billing.passes.resume',
  access: access.everyone,
  request: z.strictObject({ holder: browserTokenHash }),
  reply: foundPass,
});

/** Activates what the browser has paid for and not activated yet. */
export const claimPasses = defineCommand({
  name: 'billing.passes.claim',
  access: access.everyone,
  request: z.strictObject({ holder: browserTokenHash }),
  /** `hasActivated`: there was something; absent from older versions. */
  reply: foundPass.extend({ hasActivated: z.boolean().optional() }),
});

/**
 * Lets a browser's token `next` replace `holder`. With `isClaimed`, after access was handed out, if
 * `holder` gives access; otherwise, before a purchase, if it gives none. `next` takes over what
 * `holder` has when the browser first uses it; `holder` ends then.
 */
export const renewBrowserToken = defineCommand({
  name: 'billing.passes.renew-token',
  access: access.everyone,
  request: z.strictObject({
    holder: browserTokenHash,
    next: browserTokenHash,
    isClaimed: z.boolean(),
  }),
  reply: z.object({ isRenewed: z.boolean() }),
});

/** Purchases of one {@link getPurchaseHolders}. */
export const MAX_PURCHASE_HOLDERS = 500;

/**
 * Whom what was written under each of these purchases belongs to: the buyer's row in `users` for a plan
 * (`user:…`), the purchase itself for all others and for unknown ones (`pass:…`). A plan of an unverified
 * payer is its own holder, or shares that of the plan that it continues. A plan is left out while its
 * buyer's row is not stored.
 */
export const getPurchaseHolders = defineQuery({
  name: 'billing.passes.holders',
  access: false,
  callers: ['catalog'],
  request: z.strictObject({ ids: z.array(objectId).max(MAX_PURCHASE_HOLDERS) }),
  reply: z.object({ holders: z.array(z.object({ id: objectId, holder: z.string() })) }),
});

/** All purchases of the browser, newest first. */
export const listPurchases = customEndpoint({
  method: 'GET',
  path: '/api/access',
  summary: 'What this browser has bought, newest first',
  access: access.everyone,
  response: z.array(purchase),
  status: 200,
  message: 'billing.passes.list',
  request: z.strictObject({ holder: browserTokenHash }),
  reply: z.object({ purchases: z.array(purchase) }),
});

/** What a buyer types to move access to this browser. */
export const restoreInput = z.strictObject({
  receiptCode: z.string().trim().min(1).max(100),
  email: z.string().trim().min(1).max(254),
});

const restoredAccess = z.object({ pass: grantedPass, receipt });

/**
 * Moves a paid purchase to the browser `holder`; the previous browser loses it. `NOT_FOUND` for an
 * unknown code and for the code of another payer.
 */
export const restoreAccess = customEndpoint({
  method: 'POST',
  path: '/api/access/restore',
  summary: 'Moves paid access to this browser by receipt code and e-mail',
  access: access.everyone,
  rateLimit: 'restore',
  body: restoreInput,
  response: restoredAccess,
  status: 200,
  cookieAuthorised: true,
  errors: ['NOT_FOUND', 'PURCHASE_ENDED', 'TOO_MANY_TRIES', 'FOREIGN_ORIGIN'],
  message: 'billing.passes.restore',
  request: restoreInput.extend({ holder: browserTokenHash, address: z.string().max(100) }),
  reply: restoredAccess,
});

/** Hours for which a link to lost access works, once. */
export const ACCESS_LINK_HOURS = 24;

const lostAccess = z.strictObject({ email: emailAddress });

/**
 * Sends a link to an address that has paid for access. The answer is the same, after the same time,
 * for every address.
 */
export const sendAccessLink = customEndpoint({
  method: 'POST',
  path: '/api/access/lost',
  summary: 'Sends a link to lost access to the e-mail address that paid, at most five a day',
  access: access.everyone,
  rateLimit: 'restore',
  body: lostAccess,
  response: emptyReply,
  errors: ['MAIL_NOT_CONFIGURED'],
  message: 'billing.passes.send-link',
  status: 202,
  request: lostAccess,
  reply: emptyReply,
});

/** A link from a mail; see {@link sendAccessLink}. */
const accessLink = z.strictObject({ token: z.string().min(1).max(200) });
const openedAccess = z.object({ purchases: z.array(purchase) });

/**
 * Moves everything that an address has paid for to the browser `holder`. `LINK_ENDED` for a link that
 * is unknown, too old, or was used in another browser. A browser without access repeats it by the same
 * `Idempotency-Key`.
 */
export const openAccessLink = customEndpoint({
  method: 'POST',
  path: '/api/access/link',
  summary: 'Moves paid access to this browser by a link from a mail, which works once',
  access: access.everyone,
  rateLimit: 'restore',
  body: accessLink,
  response: openedAccess,
  status: 200,
  cookieAuthorised: true,
  idempotent: true,
  errors: ['LINK_ENDED', 'PURCHASE_ENDED', 'FOREIGN_ORIGIN'],
  message: 'billing.passes.open-link',
  request: accessLink.extend({ holder: browserTokenHash }),
  reply: openedAccess,
});

/** Ends the token of the browser `holder` at once; receipt code or link bring the access to a browser again. */
export const signOutOfAccess = customEndpoint({
  method: 'POST',
  path: '/api/access/sign-out',
  summary: 'Ends the access of this browser; the receipt code brings it back',
  access: access.everyone,
  status: 204,
  cookieAuthorised: true,
  errors: ['FOREIGN_ORIGIN'],
  message: 'billing.passes.sign-out',
  request: z.strictObject({ holder: browserTokenHash }),
  reply: emptyReply,
});

/** The id of a purchase of this browser, which comes first; or, in any browser, the receipt of one. */
const refundRequestInput = restoreInput
  .partial()
  .extend({ id: objectId.optional() })
  .superRefine(({ id, receiptCode, email }, context) => {
    if (id !== undefined) return;
    for (const [name, value] of Object.entries({ receiptCode, email }))
      if (value === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'REQUIRED' });
  });

/** Asks an administrator for a refund: plans only, within 30 days, whether they run or not. */
export const requestRefund = customEndpoint({
  method: 'POST',
  path: '/api/access/refund-request',
  summary: 'Asks for the money of a plan back: of this browser, or by receipt code and e-mail',
  access: access.everyone,
  rateLimit: 'restore',
  body: refundRequestInput,
  response: purchase,
  status: 202,
  cookieAuthorised: true,
  errors: ['NOT_FOUND', 'NOT_REFUNDABLE', 'TOO_MANY_TRIES', 'FOREIGN_ORIGIN'],
  message: 'billing.passes.request-refund',
  request: z.strictObject({ holder: browserTokenHash, id: objectId }),
  reply: purchase,
});

/** The same for the payer. `NOT_FOUND` for an unknown code and for the code of another payer. */
export const requestRefundByReceipt = defineCommand({
  name: 'billing.passes.request-refund-by-receipt',
  access: access.everyone,
  request: restoreInput.extend({ address: z.string().max(100) }),
  reply: purchase,
});

const purchaseEventPayload = z.object({ orderId: objectId, item: purchaseItem });

/** What happens to purchases, for the audit trail. Never with a payer's name, e-mail or a token. */
export const purchaseEvents = {
  paid: defineEvent({
    name: 'billing.purchase.paid.v1',
    payload: purchaseEventPayload.extend({ amount: z.string(), currency: z.string() }),
  }),
  activated: defineEvent({
    name: 'billing.purchase.begun.v1',
    payload: purchaseEventPayload.extend({ startsAt: timestamp, endsAt: timestamp }),
  }),
  moved: defineEvent({ name: 'billing.purchase.moved.v1', payload: purchaseEventPayload }),
  refundRequested: defineEvent({
    name: 'billing.purchase.refund-requested.v1',
    payload: purchaseEventPayload,
  }),
  /** Found at its provider by an operator's command, after the database was restored. */
  rebuilt: defineEvent({
    name: 'billing.purchase.rebuilt.v1',
    payload: purchaseEventPayload.extend({ amount: z.string(), currency: z.string() }),
  }),
  /** An administrator has decided it; the money goes back afterwards. */
  refundDecided: defineEvent({
    name: 'billing.purchase.refund-begun.v1',
    payload: purchaseEventPayload.extend({ amount: z.string(), currency: z.string() }),
  }),
  /** A part of the amount went back, by the provider's own pages; the access stays. */
  partRefunded: defineEvent({
    name: 'billing.purchase.part-refunded.v1',
    payload: purchaseEventPayload.extend({ refundId: z.string() }),
  }),
  refunded: defineEvent({
    name: 'billing.purchase.refunded.v1',
    payload: purchaseEventPayload.extend({ amount: z.string(), currency: z.string() }),
  }),
};
