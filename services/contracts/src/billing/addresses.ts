import { z } from 'zod';
import { browserTokenHash } from '../access.js';
import { access } from '../authorisation.js';
import { emptyReply } from '../command.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { DomainError } from '../errors.js';
import { objectId, timestamp } from '../records.js';
import { comparedText, emailAddress, typedText } from '../text-fields.js';
import { buyerCall, openedPurchase, practiceCall } from './access-codes.js';

/** Confirmed addresses of one practice, at most. */
export const MAX_PRACTICE_ADDRESSES = 2;
/** Hours for which a link to lost access works. */
export const ACCESS_LINK_HOURS = 24;
/** Minutes for which six digits by mail work, and wrong attempts that end them. */
export const ADDRESS_CODE_MINUTES = 15;
/** See {@link ADDRESS_CODE_MINUTES}. */
export const MAX_ADDRESS_CODE_ATTEMPTS = 5;

/** Six digits from a mail; spaces between them do not count. */
const digits = typedText()
  .max(20)
  .regex(/^\s*(\d\s*){6}$/);

/** A call that mails: its answer is the same, after the same time, for every address. */
const mailing = { held: true, status: 202, reply: emptyReply } as const;

/** The addresses that the browser's practice has confirmed, masked. */
const addressState = z.object({
  addresses: z.array(z.string()),
  /** When the practice may confirm its first address; absent if it may now. */
  notBefore: timestamp.optional(),
});
/** See {@link addressState}. */
export type AddressState = z.infer<typeof addressState>;

export const getAddresses = endpoint('GET /api/access/email', {
  summary: 'The confirmed e-mail addresses of this browser, masked',
  access: access.everyone,
  browser: () => ({ addresses: [] }),
  message: 'billing.addresses.get',
  reply: addressState,
});

/**
 * Mails six digits to an address. If the practice has a confirmed one already, that one gets other digits,
 * which are needed too. The answer is the same, after the same time, for every address.
 */
export const sendAddressCode = endpoint('POST /api/access/email', {
  ...practiceCall,
  summary: 'Mails six digits that confirm an e-mail address',
  body: z.strictObject({ email: emailAddress }),
  ...mailing,
  errors: [
    'NOT_FOUND',
    'MAIL_NOT_CONFIGURED',
    'ADDRESSES_FULL',
    'ADDRESS_TOO_EARLY',
    'TOO_MANY_TRIES',
  ],
  message: 'billing.addresses.send-code',
});

/** Confirms the address by its digits; `knownCode` are those of the address that was confirmed before. */
export const confirmAddress = endpoint('POST /api/access/email/confirm', {
  ...buyerCall,
  summary: 'Confirms an e-mail address by the digits that were mailed',
  body: z.strictObject({ code: digits, knownCode: digits.optional() }),
  browser: () => {
    throw new DomainError('WRONG_ADDRESS_CODE');
  },
  errors: ['WRONG_ADDRESS_CODE', 'ADDRESSES_FULL', 'TOO_MANY_TRIES'],
  message: 'billing.addresses.confirm',
  reply: addressState,
});

/** One of the confirmed addresses, masked. */
const maskedAddress = z.strictObject({ address: comparedText(254).optional() });

/**
 * Mails six digits to a confirmed address, for {@link changeAccess}: without an address to the first one. Nothing is
 * mailed if the practice has none.
 */
export const sendChangeCode = endpoint('POST /api/access/change/code', {
  ...practiceCall,
  summary: 'Mails six digits that a change of access codes or addresses needs',
  body: maskedAddress.optional(),
  ...mailing,
  errors: ['NOT_FOUND', 'MAIL_NOT_CONFIGURED', 'TOO_MANY_TRIES'],
  message: 'billing.addresses.send-change-code',
});

/**
 * Makes new access codes for all purchases of the practice, or removes an address. `code` is needed where
 * the practice has a confirmed address. All addresses get a mail about it.
 */
export const changeAccess = endpoint('POST /api/access/change', {
  ...practiceCall,
  summary: 'Makes new access codes, or removes a confirmed address',
  body: maskedAddress.extend({
    kind: z.enum(['newCodes', 'removeAddress']),
    code: digits.optional(),
  }),
  errors: ['NOT_FOUND', 'ADDRESS_TOO_EARLY', 'WRONG_ADDRESS_CODE', 'TOO_MANY_TRIES'],
  message: 'billing.addresses.change',
  reply: addressState,
});

/**
 * Sends a link to an address that a practice has confirmed. The answer is the same, after the same time,
 * for every address.
 */
export const sendAccessLink = endpoint('POST /api/access/lost', {
  summary: 'Sends a link to lost access to a confirmed e-mail address, at most five a day',
  access: access.everyone,
  rateLimit: 'restore',
  body: z.strictObject({ email: emailAddress }),
  ...mailing,
  errors: ['MAIL_NOT_CONFIGURED'],
  message: 'billing.addresses.send-link',
});

/** A practice that a link may open: what it has bought, newest first. Never names of patients. */
const linkedPractice = z.object({ id: objectId, purchases: z.array(openedPurchase) });
/** See {@link linkedPractice}. */
export type LinkedPractice = z.infer<typeof linkedPractice>;

const accessLink = z.strictObject({ token: z.string().min(1).max(200) });

/** Lists what a link may open; changes nothing. `LINK_ENDED` for a link that is unknown or too old. */
export const openAccessLink = endpoint('POST /api/access/link', {
  ...buyerCall,
  summary: 'Lists what a link from a mail may open; changes nothing',
  body: accessLink,
  errors: ['LINK_ENDED'],
  message: 'billing.addresses.open-link',
  reply: z.object({ practices: z.array(linkedPractice) }),
});

/** Mails six digits to the address of the link, for joining two practices. */
export const sendJoinCode = endpoint('POST /api/access/link/code', {
  ...buyerCall,
  summary: 'Mails six digits that joining two practices needs',
  body: accessLink,
  ...mailing,
  errors: ['LINK_ENDED', 'TOO_MANY_TRIES'],
  message: 'billing.addresses.send-join-code',
});

const linkChoice = accessLink.extend({
  practice: objectId,
  replace: z.boolean().optional(),
  /** Another practice of the link that becomes a part of `practice`; needs the mailed digits. */
  join: z.strictObject({ practice: objectId, code: digits }).optional(),
});

/**
 * Opens a practice of a link in this browser, under the token `next`; the link ends. With `join` the two
 * practices become one first: it keeps the address of the link only, and gets new access codes.
 */
export const openLinkedPractice = customEndpoint('POST /api/access/link/open', {
  ...buyerCall,
  summary: 'Moves the chosen access to this browser by a link from a mail',
  body: linkChoice,
  response: linkedPractice,
  idempotent: true,
  errors: ['LINK_ENDED', 'NOT_FOUND', 'PRACTICE_OPEN', 'WRONG_ADDRESS_CODE', 'TOO_MANY_TRIES'],
  message: 'billing.addresses.open-practice',
  request: linkChoice.extend({ browser: browserTokenHash.optional(), next: browserTokenHash }),
});
