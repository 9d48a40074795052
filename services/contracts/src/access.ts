import { z } from 'zod';
import { personRole, plan } from './constants/schemas.js';
import { accessReasons, type AccessReason } from './errors.js';

/**
 * What Redis holds about access, written by billing and read by the gateway.
 * A token is 32 random bytes, base64url; only its SHA-256 (hex) is a key.
 */
export const accessKeys = {
  /** Access token of a person of the team → {@link sessionRecord}; expires with the token. */
  session: (tokenSha256: string) => `session:${tokenSha256}`,
  /**
   * Browser → {@link passRecord}, with PXAT of its `expiresAt`; or one of `accessReasons` for a
   * while where the ledger was asked and knows of no running purchase. Missing: the ledger must be asked.
   */
  pass: (tokenSha256: string) => `pass:${tokenSha256}`,
} as const;

/**
 * Value of a session key. Times are milliseconds since the epoch. A record without a role was stored by
 * a version that knew one administrator, now the owner.
 */
export const sessionRecord = z.object({
  accountId: z.string(),
  username: z.string(),
  role: personRole.default('owner'),
  sessionId: z.string(),
  expiresAt: z.number().int(),
  /** When the password or a second factor was last given; absent from records of earlier versions. */
  confirmedAt: z.number().int().optional(),
});
/** How long a password or second factor counts for routes that are `confirmed`. */
export const CONFIRMATION_MS = 15 * 60_000;

/** See {@link sessionRecord}. */
export type SessionRecord = z.infer<typeof sessionRecord>;

/**
 * Value of a pass key. `id` is the purchase that runs (of several, the one with most capabilities),
 * never the token; `plan` what all running purchases allow together; `practice` see {@link Subject}.
 * The record holds until `expiresAt`, when the ledger is asked again; access continues without a gap
 * until `until`, because purchases may follow each other.
 * Milliseconds since the epoch, by the clock of Redis.
 */
export const passRecord = z.object({
  id: z.string(),
  plan,
  practice: z.string(),
  expiresAt: z.number().int(),
  until: z.number().int(),
});
/** See {@link passRecord}. */
export type PassRecord = z.infer<typeof passRecord>;

/** Whether the value of a pass key says why the browser has no pass. */
export const isAccessReason = (value: string | null): value is AccessReason =>
  accessReasons.some((reason) => reason === value);

/** SHA-256 of a browser's token (its `pass` cookie), in hex. */
export const browserTokenHash = z.string().regex(/^[0-9a-f]{64}$/);

/** The network address of a caller, by which attempts are limited. */
export const networkAddress = z.string().max(100);

/**
 * Names of our cookies, before `__Host-` or `__Secure-` is put in front over https. `pass` is the
 * browser's own random token: it orders with it, and opens its practice.
 */
export const cookieNames = {
  refresh: 'admin_refresh',
  /** A browser in which an administrator has signed in. */
  browser: 'admin_browser',
  pass: 'pass',
  /** The browser has emptied its cache since its pass ended. */
  ended: 'pass_ended',
  /** Names the session of a person of the team, for the images of pages: sent to /uploads, and opens nothing else. */
  uploads: 'admin_uploads',
} as const;
