import { createHash, randomBytes } from 'node:crypto';

/** A new token: 256 random bits, base64url (43 characters). */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token: the SHA-256 of its text, in hex. The tokens are random, so no salt. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token, 'utf8').digest('hex');
