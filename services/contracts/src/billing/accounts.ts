import { z } from 'zod';
import { browserTokenHash } from '../access.js';
import { emptyReply } from '../command.js';
import { access } from '../authorisation.js';
import { customEndpoint } from '../endpoint.js';
import { defineEvent } from '../event.js';
import { objectId, timestamp } from '../ids.js';
import { fold } from '../text.js';
import { requiredLine, typedText } from '../text-fields.js';
import { MAX_PASSWORD_LENGTH } from '../constants/limits.js';
import { personRole } from '../constants/schemas.js';
import { factorProof } from './proofs.js';

/** Longest description of a browser that is looked at. */
export const MAX_USER_AGENT_LENGTH = 500;

const secret = z.string().min(1).max(MAX_PASSWORD_LENGTH);
/** Longest token, challenges included. */
export const MAX_TOKEN_LENGTH = 200;
const token = z.string().min(1).max(MAX_TOKEN_LENGTH);

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

const tokenAnswer = z.object({
  token: z.string(),
  expiresAt: timestamp,
  role: personRole.optional(),
});

/** Where a password was typed: `browser` is the token that a sign-in gave this browser, as its hash. */
export const typedAt = { address: z.string().max(100), browser: browserTokenHash.optional() };

/**
 * Signs a person of the team in. `INVALID_CREDENTIALS` for every wrong password,
 * `TOO_MANY_TRIES` while the account or address is throttled. `browserToken` makes the browser known:
 * what others try does not delay it. `SECOND_FACTOR_REQUIRED` has the challenge for
 * {@link completeSignIn}, which takes it from the same browser alone: a token, a dot and the username, by
 * which the gateway knows whom a refused one is about.
 */
export const signIn = customEndpoint({
  method: 'POST',
  path: '/api/admin/login',
  summary: 'Signs a person of the team in',
  access: access.everyone,
  rateLimit: 'signIn',
  body: signInInput,
  response: tokenAnswer,
  status: 200,
  errors: [
    'INVALID_CREDENTIALS',
    'TOO_MANY_TRIES',
    'SECOND_FACTOR_REQUIRED',
    'PASSWORD_CHANGE_REQUIRED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_COMMON',
  ],
  message: 'billing.accounts.sign-in',
  request: signInInput.extend({
    ...typedAt,
    userAgent: z.string().max(MAX_USER_AGENT_LENGTH).optional(),
  }),
  reply: sessionTokens.extend({ browserToken: token.optional() }),
});

const secondStep = z.strictObject({ challenge: token, proof: factorProof });
/** Of a factor that was added to sign in; shown once. */
const recoveryCodes = z.array(z.string()).optional();

/** Completes a sign-in by a second factor, or by the first code of an authenticator app that it adds. */
export const completeSignIn = customEndpoint({
  method: 'POST',
  path: '/api/admin/login/factor',
  summary: 'Completes a sign-in by a second factor',
  access: access.everyone,
  rateLimit: 'signIn',
  body: secondStep,
  response: tokenAnswer.extend({ recoveryCodes }),
  status: 200,
  errors: ['WRONG_FACTOR', 'CHALLENGE_ENDED', 'TOO_MANY_TRIES'],
  message: 'billing.accounts.complete-sign-in',
  request: secondStep.extend({
    ...typedAt,
    userAgent: z.string().max(MAX_USER_AGENT_LENGTH).optional(),
  }),
  reply: sessionTokens.extend({ recoveryCodes, browserToken: token }),
});

/** Trades a refresh token for new tokens; `ACCESS_REQUIRED` if it is unknown, expired or reused. */
export const refreshSession = customEndpoint({
  method: 'POST',
  path: '/api/admin/refresh',
  summary: 'Renews the session by its refresh cookie',
  access: access.everyone,
  response: tokenAnswer,
  status: 200,
  cookieAuthorised: true,
  errors: ['ACCESS_REQUIRED', 'FOREIGN_ORIGIN'],
  message: 'billing.accounts.refresh',
  request: z.strictObject({ refreshToken: token }),
  reply: sessionTokens,
});

/** Ends the session that either token belongs to; unknown tokens change nothing. */
export const signOut = customEndpoint({
  method: 'POST',
  path: '/api/admin/logout',
  summary: 'Ends the session',
  access: access.everyone,
  status: 204,
  cookieAuthorised: true,
  errors: ['FOREIGN_ORIGIN'],
  message: 'billing.accounts.sign-out',
  request: z.strictObject({ token: token.optional(), refreshToken: token.optional() }),
  reply: emptyReply,
});

/** Changes the caller's password and ends all sessions of the caller. */
export const changePassword = customEndpoint({
  method: 'POST',
  path: '/api/admin/change-password',
  summary: 'Changes the password of the signed-in person',
  access: access.from('practitioner'),
  body: passwordChange,
  response: z.object({ message: z.string() }),
  status: 200,
  errors: ['WRONG_PASSWORD', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON', 'TOO_MANY_TRIES'],
  message: 'billing.accounts.change-password',
  request: passwordChange.extend(typedAt),
  reply: emptyReply,
});

/** Kinds of second factors. */
const factor = z.enum(['totp', 'passkey']);
const accountEventPayload = z.object({ accountId: objectId, username: z.string() });

/** What happens to accounts, for the audit trail. Never with a password, a token or an address. */
export const accountEvents = {
  created: defineEvent({ name: 'billing.account.created.v1', payload: accountEventPayload }),
  signedIn: defineEvent({ name: 'billing.account.signed-in.v1', payload: accountEventPayload }),
  /** Of versions that recorded each failure; the gateway counts them now. */
  signInFailed: defineEvent({
    name: 'billing.account.sign-in-failed.v1',
    payload: accountEventPayload,
  }),
  signedOut: defineEvent({ name: 'billing.account.signed-out.v1', payload: accountEventPayload }),
  passwordChanged: defineEvent({
    name: 'billing.account.password-changed.v1',
    payload: accountEventPayload,
  }),
  refreshReused: defineEvent({
    name: 'billing.account.refresh-reused.v1',
    payload: accountEventPayload,
  }),
  invited: defineEvent({
    name: 'billing.account.invited.v1',
    payload: accountEventPayload.extend({ role: personRole }),
  }),
  roleChanged: defineEvent({
    name: 'billing.account.role-changed.v1',
    payload: accountEventPayload.extend({ before: personRole, after: personRole }),
  }),
  disabled: defineEvent({ name: 'billing.account.disabled.v1', payload: accountEventPayload }),
  enabled: defineEvent({ name: 'billing.account.enabled.v1', payload: accountEventPayload }),
  linkCreated: defineEvent({
    name: 'billing.account.link-created.v1',
    payload: accountEventPayload,
  }),
  /** By someone who typed the person's name or e-mail address. */
  linkRequested: defineEvent({
    name: 'billing.account.link-requested.v1',
    payload: accountEventPayload,
  }),
  /** E-mail address or language. */
  contactChanged: defineEvent({
    name: 'billing.account.contact-changed.v1',
    payload: accountEventPayload.extend({ isAddressChanged: z.boolean().optional() }),
  }),
  /** By a link. */
  passwordSet: defineEvent({
    name: 'billing.account.password-set.v1',
    payload: accountEventPayload,
  }),
  sessionsEnded: defineEvent({
    name: 'billing.account.sessions-ended.v1',
    payload: accountEventPayload,
  }),
  /** By the operators' command. */
  ownerReset: defineEvent({ name: 'billing.account.owner-reset.v1', payload: accountEventPayload }),
  factorAdded: defineEvent({
    name: 'billing.account.factor-added.v1',
    payload: accountEventPayload.extend({ factor }),
  }),
  factorRemoved: defineEvent({
    name: 'billing.account.factor-removed.v1',
    payload: accountEventPayload.extend({ factor }),
  }),
  recoveryCodesRenewed: defineEvent({
    name: 'billing.account.recovery-codes-renewed.v1',
    payload: accountEventPayload,
  }),
  recoveryCodeUsed: defineEvent({
    name: 'billing.account.recovery-code-used.v1',
    payload: accountEventPayload,
  }),
  /** By an owner, for another person. */
  factorsRemoved: defineEvent({
    name: 'billing.account.factors-removed.v1',
    payload: accountEventPayload,
  }),
  /** For good, by an owner: the name is not known any more. */
  erased: defineEvent({
    name: 'billing.account.erased.v1',
    payload: accountEventPayload.omit({ username: true }),
  }),
};
