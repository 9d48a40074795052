import { z } from 'zod';
import { browserTokenHash, networkAddress } from '../access.js';
import { emptyReply } from '../command.js';
import { access } from '../authorisation.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { eventsAbout } from '../event.js';
import { objectId, timestamp } from '../records.js';
import { fold } from '../text.js';
import { requiredLine, typedText } from '../text-fields.js';
import { MAX_PASSWORD_LENGTH } from '../constants/limits.js';
import { personRole } from '../constants/schemas.js';

/** Longest description of a browser that is looked at. */
export const MAX_USER_AGENT_LENGTH = 500;

const secret = z.string().min(1).max(MAX_PASSWORD_LENGTH);
/** Longest token, challenges included. */
export const MAX_TOKEN_LENGTH = 200;
const token = z.string().min(1).max(MAX_TOKEN_LENGTH);

/** By what a person can prove who they are; `code` is one of the authenticator app, or a recovery code. */
export const proofKind = z.enum(['password', 'code', 'passkey']);

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.looseObject({}),
};

/** What a browser answers when a passkey is created (RegistrationResponseJSON of WebAuthn). */
export const newPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    authenticatorData: base64url.optional(),
    transports: z.array(z.string().max(50)).max(10).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: base64url.optional(),
  }),
});

/** What a browser answers when a passkey is used (AuthenticationResponseJSON of WebAuthn). */
export const usedPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

/** The options of WebAuthn, which a browser gets as they are. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
/** See {@link passkeyOptions}. */
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

const password = z.strictObject({ password: secret });

/** Of an authenticator app (six digits), or a recovery code. */
export const factorCode = typedText().min(6).max(60);

/** A second factor. */
export const factorProof = z.union([
  z.strictObject({ code: factorCode }),
  z.strictObject({ passkey: usedPasskey }),
]);
/** See {@link factorProof}. */
export type FactorProof = z.infer<typeof factorProof>;

/** A second factor or, where there is none, the password. */
export const proof = z.union([password, ...factorProof.options]);
/** See {@link proof}. */
export type Proof = z.infer<typeof proof>;

/** The name of a new account. */
export const newUsername = requiredLine(100);

/** The key by which a username is found, see {@link fold}. */
export const usernameKey = fold;

/** What a person types to sign in. Passwords arrive as typed; see `toPassword`. */
export const signInInput = z.strictObject({
  username: typedText().min(1).max(200),
  password: secret,
  /** Only where `PASSWORD_CHANGE_REQUIRED` was answered. */
  newPassword: secret.optional(),
});

/** What a person types to change the password. */
export const passwordChange = z.strictObject({ currentPassword: secret, newPassword: secret });

/** The tokens of a session; only hashes of them are stored. */
export const sessionTokens = z.object({
  token,
  expiresAt: timestamp,
  refreshToken: token,
  refreshExpiresAt: timestamp,
  username: z.string(),
  /** Absent from versions that knew administrators alone. */
  role: personRole.optional(),
});
/** See {@link sessionTokens}. */
export type SessionTokens = z.infer<typeof sessionTokens>;

const tokenAnswer = sessionTokens.pick({ token: true, expiresAt: true, role: true });

/** Where something secret was typed: `browser` is the hash of a token that this browser was given. */
export const typedAt = { address: networkAddress, browser: browserTokenHash.optional() };
/** Where a session begins. */
const signedInAt = { ...typedAt, userAgent: z.string().max(MAX_USER_AGENT_LENGTH).optional() };

/** A route of persons who are not signed in yet. */
export const beforeSignIn = {
  access: access.everyone,
  rateLimit: 'signIn',
} as const;

/**
 * Signs a person of the team in. `INVALID_CREDENTIALS` for every wrong password,
 * `TOO_MANY_TRIES` while the account or address is throttled. `browserToken` makes the browser known:
 * what others try does not delay it. `SECOND_FACTOR_REQUIRED` has the challenge for
 * {@link completeSignIn}, which takes it from the same browser alone: a token, a dot and the username, by
 * which the gateway knows whom a refused one is about.
 */
export const signIn = customEndpoint('POST /api/admin/login', {
  ...beforeSignIn,
  summary: 'Signs a person of the team in',
  body: signInInput,
  response: tokenAnswer,
  errors: [
    'INVALID_CREDENTIALS',
    'TOO_MANY_TRIES',
    'SECOND_FACTOR_REQUIRED',
    'PASSWORD_CHANGE_REQUIRED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_COMMON',
  ],
  message: 'billing.accounts.sign-in',
  request: signInInput.extend(signedInAt),
  reply: sessionTokens.extend({ browserToken: token.optional() }),
});

const secondStep = z.strictObject({ challenge: token, proof: factorProof });
/** Of a factor that was added to sign in; shown once. */
const recoveryCodes = z.array(z.string()).optional();

/** Completes a sign-in by a second factor, or by the first code of an authenticator app that it adds. */
export const completeSignIn = customEndpoint('POST /api/admin/login/factor', {
  ...beforeSignIn,
  summary: 'Completes a sign-in by a second factor',
  body: secondStep,
  response: tokenAnswer.extend({ recoveryCodes }),
  errors: ['WRONG_FACTOR', 'CHALLENGE_ENDED', 'TOO_MANY_TRIES'],
  message: 'billing.accounts.complete-sign-in',
  request: secondStep.extend(signedInAt),
  reply: sessionTokens.extend({ recoveryCodes, browserToken: token }),
});

/** Trades a refresh token for new tokens; `ACCESS_REQUIRED` if it is unknown, expired or reused. */
export const refreshSession = customEndpoint('POST /api/admin/refresh', {
  summary: 'Renews the session by its refresh cookie',
  access: access.everyone,
  response: tokenAnswer,
  cookieAuthorised: true,
  errors: ['ACCESS_REQUIRED'],
  message: 'billing.accounts.refresh',
  request: z.strictObject({ refreshToken: token }),
  reply: sessionTokens,
});

/** Ends the session that either token belongs to; unknown tokens change nothing. */
export const signOut = customEndpoint('POST /api/admin/logout', {
  summary: 'Ends the session',
  access: access.everyone,
  status: 204,
  cookieAuthorised: true,
  message: 'billing.accounts.sign-out',
  request: z.strictObject({ token: token.optional(), refreshToken: token.optional() }),
});

/** Changes the caller's password and ends all sessions of the caller. */
export const changePassword = customEndpoint('POST /api/admin/change-password', {
  summary: 'Changes the password of the signed-in person',
  access: access.from('practitioner'),
  body: passwordChange,
  response: z.object({ message: z.string() }),
  errors: ['WRONG_PASSWORD', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON', 'TOO_MANY_TRIES'],
  message: 'billing.accounts.change-password',
  request: passwordChange.extend(typedAt),
  reply: emptyReply,
});

/** Kinds of second factors. */
const factor = z.enum(['totp', 'passkey']);
const event = eventsAbout('billing.account', { accountId: objectId, username: z.string() });

/** What happens to accounts, for the audit trail. Never with a password, a token or an address. */
export const accountEvents = {
  created: event('created'),
  signedIn: event('signed-in'),
  /** Of versions that recorded each failure; the gateway counts them now. */
  signInFailed: event('sign-in-failed'),
  signedOut: event('signed-out'),
  passwordChanged: event('password-changed'),
  refreshReused: event('refresh-reused'),
  invited: event('invited', { role: personRole }),
  roleChanged: event('role-changed', { before: personRole, after: personRole }),
  disabled: event('disabled'),
  enabled: event('enabled'),
  linkCreated: event('link-created'),
  /** By someone who typed the person's name or e-mail address. */
  linkRequested: event('link-requested'),
  /** E-mail address or language. */
  contactChanged: event('contact-changed', { isAddressChanged: z.boolean().optional() }),
  /** By a link. */
  passwordSet: event('password-set'),
  sessionsEnded: event('sessions-ended'),
  /** By the operators' command. */
  ownerReset: event('owner-reset'),
  factorAdded: event('factor-added', { factor }),
  factorRemoved: event('factor-removed', { factor }),
  recoveryCodesRenewed: event('recovery-codes-renewed'),
  recoveryCodeUsed: event('recovery-code-used'),
  /** By an owner, for another person. */
  factorsRemoved: event('factors-removed'),
  /** For good, by an owner: the name is not known any more. */
  erased: eventsAbout('billing.account', { accountId: objectId })('erased'),
};

/** A session of the caller. */
export const ownSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  /** What the browser called itself at the login: `Firefox`, `Windows`; absent if it is not known. */
  browser: z.string().optional(),
  system: z.string().optional(),
  /** The network of the address at the login: `203.0.113.0/24`. */
  network: z.string().optional(),
  startedAt: timestamp,
  /** The last renewal, at most the life of an access token ago while the session is used. */
  lastSeenAt: timestamp,
});
/** See {@link ownSession}. */
export type OwnSession = z.infer<typeof ownSession>;

/** The caller's sessions, the one seen last first. */
export const listSessions = endpoint('GET /api/sessions', {
  summary: 'The own sessions, the one seen last first',
  access: access.from('practitioner'),
  message: 'billing.sessions.list',
  reply: z.array(ownSession),
});

const endOwn = {
  access: access.from('practitioner'),
  confirmed: true,
} as const;

/** Ends one of the caller's sessions. */
export const endSession = endpoint('DELETE /api/sessions/{id}', {
  ...endOwn,
  summary: 'Ends one of the own sessions',
  params: z.strictObject({ id: z.string().max(100) }),
  errors: ['NOT_FOUND'],
  message: 'billing.sessions.end',
});

/** Ends all of the caller's sessions, this one too. */
export const endSessions = endpoint('DELETE /api/sessions', {
  ...endOwn,
  summary: 'Ends all own sessions, this one too',
  message: 'billing.sessions.end-all',
});
