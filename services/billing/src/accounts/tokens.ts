import { createHash, randomBytes } from 'node:crypto';

/** A new token: 256 random bits, base64url (43 characters). */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored hash of a token: SHA-256 in hex, without salt because tokens are random. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token, 'utf8').digest('hex');
