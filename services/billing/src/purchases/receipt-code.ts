import { randomBytes } from 'node:crypto';

/** Crockford's base32: no I, L, O and U, because people misread them. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** A new receipt code: 80 random bits as XXXX-XXXX-XXXX-XXXX. */
export const newReceiptCode = (): string =>
  // 256 is a multiple of 32, so every letter is equally likely.
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');
