import { z } from 'zod';
import { plan } from './vocabulary/schemas.js';

/**
 * What Redis holds about access, written by billing and read by the gateway.
 * A token is 32 random bytes, base64url; only its SHA-256 (hex) is a key.
 */
export const accessKeys = {
  /** Administrator's access token → {@link sessionRecord}; expires with the token. */
  session: (tokenSha256: string) => `session:${tokenSha256}`,
  /** Pass → {@link passRecord}; set with PXAT of the end and NX. */
  pass: (tokenSha256: string) => `pass:${tokenSha256}`,
} as const;

/** Value of a session key. Times are milliseconds since the epoch. */
export const sessionRecord = z.object({
  accountId: z.string(),
  username: z.string(),
  sessionId: z.string(),
  expiresAt: z.number().int(),
});
/** See {@link sessionRecord}. */
export type SessionRecord = z.infer<typeof sessionRecord>;

/** Value of a pass key. `id` is the purchase, never the token. */
export const passRecord = z.object({ id: z.string(), plan, expiresAt: z.number().int() });
/** See {@link passRecord}. */
export type PassRecord = z.infer<typeof passRecord>;

/** Names of our cookies, before `__Host-` or `__Secure-` is put in front over https. */
export const cookieNames = { refresh: 'admin_refresh', pass: 'pass' } as const;
