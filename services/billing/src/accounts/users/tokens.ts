import { createHash, randomBytes } from 'node:crypto';
import { LINK_HOURS } from '@ctdb/contracts';

/** Links that are sent to one receiver. */
export const LINKS_A_DAY = 5;

/** A new token: 256 random bits, base64url (43 characters). */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored hash of a token: SHA-256 in hex, without salt because tokens are random. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token, 'utf8').digest('hex');

/** A link to set a password: its token, and what is stored of it. */
export const newLink = () => {
  const token = newToken();
  const expiresAt = new Date(Date.now() + LINK_HOURS * 3_600_000);
  return { token, link: { hash: hashToken(token), expiresAt } };
};
