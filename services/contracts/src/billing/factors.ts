import { z } from 'zod';
import { access } from '../authorisation.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { timestamp } from '../records.js';
import { requiredLine } from '../text-fields.js';
import { factorCode, newPasskey, passkeyOptions, proof, proofKind, typedAt } from './accounts.js';

/** Passkeys that a person can have. */
export const MAX_PASSKEYS = 10;
/** Longest name of a passkey. */
export const MAX_PASSKEY_NAME_LENGTH = 50;

/** A passkey, as its person sees it. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: timestamp,
  lastUsedAt: timestamp.optional(),
  /** The domain at which it works. */
  domain: z.string().optional(),
  /** Whether it works at the address of this installation. */
  worksHere: z.boolean().default(true),
});
/** See {@link passkey}. */
export type Passkey = z.infer<typeof passkey>;

/** The second factors of the caller. */
export const factors = z.object({
  /** Whether the caller may not be without one. */
  isRequired: z.boolean(),
  /** Whether passkeys work at the address of this installation. */
  takesPasskeys: z.boolean(),
  /** Of the authenticator app; absent without one. */
  totpAddedAt: timestamp.optional(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number().int(),
});
/** See {@link factors}. */
export type Factors = z.infer<typeof factors>;

/** What an authenticator app needs, as a text to type and as the address of a QR code. */
export const totpSetup = z.object({ secret: z.string(), uri: z.string() });
/** See {@link totpSetup}. */
export type TotpSetup = z.infer<typeof totpSetup>;

/** Recovery codes, shown once; those of before end. Absent where the caller has some already. */
const addedFactor = z.object({ recoveryCodes: z.array(z.string()).optional() });

const own = { access: access.from('practitioner'), confirmed: true } as const;

/** The caller's second factors. */
export const getFactors = endpoint('GET /api/factors', {
  summary: 'The own second factors',
  access: access.from('practitioner'),
  message: 'billing.factors.get',
  reply: factors,
});

/** Makes the secret of an authenticator app; it counts from {@link addTotp} on. */
export const startTotp = endpoint('POST /api/factors/totp/start', {
  ...own,
  summary: 'A new secret for an authenticator app',
  message: 'billing.factors.start-totp',
  reply: totpSetup,
});

/** Adds the authenticator app by its first code; the app of before ends. */
export const addTotp = endpoint('POST /api/factors/totp', {
  ...own,
  summary: 'Adds an authenticator app by its first code',
  body: z.strictObject({ code: factorCode }),
  errors: ['WRONG_FACTOR', 'CHALLENGE_ENDED'],
  message: 'billing.factors.add-totp',
  reply: addedFactor,
});

/** Removes the authenticator app. */
export const removeTotp = endpoint('DELETE /api/factors/totp', {
  summary: 'Removes the authenticator app',
  ...own,
  errors: ['NOT_FOUND', 'LAST_FACTOR'],
  message: 'billing.factors.remove-totp',
});

/** The options by which a browser creates a passkey. */
export const startPasskey = endpoint('POST /api/factors/passkeys/start', {
  ...own,
  summary: 'The options of a new passkey',
  errors: ['PASSKEYS_NOT_AVAILABLE', 'PASSKEYS_FULL'],
  message: 'billing.factors.start-passkey',
  reply: z.object({ options: passkeyOptions }),
});

/** Adds a passkey that the browser has created. */
export const addPasskey = endpoint('POST /api/factors/passkeys', {
  ...own,
  summary: 'Adds a passkey',
  body: z.strictObject({
    name: requiredLine(MAX_PASSKEY_NAME_LENGTH),
    credential: newPasskey,
  }),
  errors: ['WRONG_FACTOR', 'CHALLENGE_ENDED', 'PASSKEYS_NOT_AVAILABLE'],
  message: 'billing.factors.add-passkey',
  reply: addedFactor,
});

/** Removes a passkey. */
export const removePasskey = endpoint('DELETE /api/factors/passkeys/{id}', {
  summary: 'Removes a passkey',
  ...own,
  params: z.strictObject({ id: z.string().max(2_000) }),
  errors: ['NOT_FOUND', 'LAST_FACTOR'],
  message: 'billing.factors.remove-passkey',
});

/** Makes new recovery codes; those of before end. */
export const renewRecoveryCodes = endpoint('POST /api/factors/recovery-codes', {
  ...own,
  summary: 'New recovery codes, shown once',
  errors: ['NOT_FOUND'],
  message: 'billing.factors.renew-recovery-codes',
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
});

/** Says by what the caller can confirm. */
export const startConfirmation = endpoint('POST /api/admin/confirm/start', {
  summary: 'By what the signed-in person can confirm',
  access: access.from('practitioner'),
  message: 'billing.confirmation.start',
  reply: z.object({ kinds: z.array(proofKind), passkey: passkeyOptions.optional() }),
});

/** Confirms who the caller is, for the routes that are `confirmed`. */
export const confirm = customEndpoint('POST /api/admin/confirm', {
  summary: 'Confirms who the signed-in person is; this counts for 15 minutes',
  access: access.from('practitioner'),
  body: z.strictObject({ proof }),
  status: 204,
  errors: ['WRONG_PASSWORD', 'WRONG_FACTOR', 'CHALLENGE_ENDED', 'TOO_MANY_TRIES'],
  message: 'billing.confirmation.confirm',
  request: z.strictObject({ proof, ...typedAt }),
});
