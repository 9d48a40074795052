import { z } from 'zod';
import { browserTokenHash, networkAddress, passRecord } from '../access.js';
import { defineCommand, defineQuery } from '../command.js';
import { access } from '../authorisation.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { accessReasons } from '../errors.js';
import { eventsAbout } from '../event.js';
import { objectId, timestamp } from '../records.js';
import { purchaseItem } from '../constants/schemas.js';
import { buyerCall, codeErrors, ofBrowser, typedCode } from './access-codes.js';
import { grantedPass, receipt } from './payments.js';
import { receiptNumber } from './receipts.js';

/**
 * Where a purchase stands, as its buyer sees it. `pending`: the provider holds the payment; `unclaimed`:
 * paid and not activated; `queued`: starts when other access ends.
 */
const purchaseState = z.enum(['pending', 'unclaimed', 'queued', 'running', 'ended', 'refunded']);

/** A purchase as its buyer sees it. */
export const purchase = z.object({
  id: objectId,
  item: purchaseItem,
  state: purchaseState,
  pass: grantedPass.optional(),
  receipt: receipt.optional(),
  /** Its access code with all but the last group hidden; see `revealAccessCode`. */
  accessCode: z.string().optional(),
  /** A code of an earlier version was mailed: it works with the order's address only. */
  isCodeMailed: z.boolean().optional(),
  /** When an administrator made its code; absent once the code was shown. */
  codeIssuedAt: timestamp.optional(),
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
  request: ofBrowser,
  reply: foundPass,
});

/** Activates what the browser's practice has paid for and not activated yet. */
export const claimPasses = defineCommand({
  name: 'billing.passes.claim',
  access: access.everyone,
  request: ofBrowser,
  /** `hasActivated`: there was something. */
  reply: foundPass.extend({ hasActivated: z.boolean() }),
});

/**
 * Lets `next` replace the token `browser` after it was given access. `browser` ends when `next` is first
 * used, because until then the answer with it may be lost. Not renewed: a token without a practice.
 */
export const renewBrowserToken = defineCommand({
  name: 'billing.passes.renew-token',
  access: access.everyone,
  request: ofBrowser.extend({ next: browserTokenHash }),
  reply: z.object({ isRenewed: z.boolean() }),
});

/** All purchases of the browser's practice, newest first. */
export const listPurchases = endpoint('GET /api/access', {
  summary: 'What the practice of this browser has bought, newest first',
  access: access.everyone,
  browser: () => ({ purchases: [] }),
  message: 'billing.passes.list',
  reply: z.object({ purchases: z.array(purchase) }),
  list: 'purchases',
});

/**
 * Closes the practice of `browser` there at once; an access code or a mailed link opens it again in any
 * browser.
 */
export const signOutOfAccess = customEndpoint('POST /api/access/sign-out', {
  summary: 'Ends the access of this browser; the access code brings it back',
  access: access.everyone,
  status: 204,
  cookieAuthorised: true,
  message: 'billing.passes.sign-out',
  request: ofBrowser,
});

/** A purchase of this browser's practice; or, in any browser, the access code of one. */
const refundRequestInput = z
  .strictObject({ orderId: objectId.optional(), ...typedCode.partial().shape })
  .superRefine(({ orderId, accessCode: code }, context) => {
    if (orderId === undefined && code === undefined)
      context.addIssue({ code: 'custom', path: ['accessCode'], message: 'REQUIRED' });
  });

/** Asks an administrator for a refund: plans only, within 30 days, whether they run or not. */
export const requestRefund = customEndpoint('POST /api/access/refund-request', {
  ...buyerCall,
  summary: 'Asks for the money of a plan back: of this browser, or by access code',
  body: refundRequestInput,
  response: purchase,
  status: 202,
  errors: [...codeErrors, 'NOT_REFUNDABLE'],
  message: 'billing.passes.request-refund',
  request: ofBrowser.extend({ orderId: objectId }),
});

/** The same by access code. `NOT_FOUND` for an unknown code. */
export const requestRefundByCode = defineCommand({
  name: 'billing.passes.request-refund-by-code',
  access: access.everyone,
  request: typedCode.extend({ address: networkAddress }),
  reply: purchase,
});

/** Practices of one {@link findPractices}. */
export const MAX_FORMER_OWNERS = 500;

/**
 * The practices that own what earlier versions stored for a purchase (`pass:…`) or for a row of `users`
 * (`user:…`).
 */
export const findPractices = defineQuery({
  name: 'billing.practices.find',
  callers: ['catalog'],
  request: z.strictObject({ owners: z.array(z.string().max(100)).max(MAX_FORMER_OWNERS) }),
  reply: z.object({ practices: z.array(z.object({ owner: z.string(), practice: objectId })) }),
});

const practiceEvent = eventsAbout('billing.practice', {});
/** The address as a keyed hash. */
const ofAddress = { practice: objectId, address: z.string().regex(/^[0-9a-f]{64}$/) };

/** What happens to practices. Never with an address, a name, a token or a code. */
export const practiceEvents = {
  /** `from` is a part of `into` from now on, and no practice any more. */
  joined: practiceEvent('joined', { from: objectId, into: objectId }),
  /** All that it owns goes; `orderId` where an owner of the team has named that order. */
  erased: practiceEvent('erased', { practice: objectId, orderId: objectId.optional() }),
  /** Another token opens it, or none. */
  moved: practiceEvent('moved', {
    practice: objectId,
    browser: browserTokenHash.optional(),
    /** Absent where the token of the same browser was replaced. */
    movedAt: timestamp.optional(),
  }),
  addressConfirmed: practiceEvent('address-confirmed', ofAddress),
  addressRemoved: practiceEvent('address-removed', ofAddress),
  /** The access code of an order was replaced; `codeVersion` says which one it has. */
  codeRenewed: practiceEvent('code-renewed', {
    orderId: objectId,
    codeVersion: z.int().positive(),
  }),
};

const purchaseEvent = eventsAbout('billing.purchase', { orderId: objectId, item: purchaseItem });
const price = { amount: z.string(), currency: z.string() };

/** What happens to purchases, for the audit trail. Never with a payer's name, e-mail or a token. */
export const purchaseEvents = {
  paid: purchaseEvent('paid', price),
  activated: purchaseEvent('begun', { startsAt: timestamp, endsAt: timestamp }),
  codeIssued: purchaseEvent('code-issued'),
  refundRequested: purchaseEvent('refund-requested'),
  /** Found at its provider by an operator's command, after the database was restored. */
  rebuilt: purchaseEvent('rebuilt', price),
  /** An administrator has decided it; the money goes back afterwards. */
  refundDecided: purchaseEvent('refund-begun', price),
  /** A part of the amount went back, by the provider's own pages; the access stays. */
  partRefunded: purchaseEvent('part-refunded', { refundId: z.string() }),
  refunded: purchaseEvent('refunded', price),
};
