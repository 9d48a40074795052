import { createHmac, randomBytes } from 'node:crypto';

/** Crockford's base32: no I, L, O and U, because people misread them. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 16;

const toTypedCode = (bytes: Uint8Array): string =>
  // 256 is a multiple of 32, so every letter is equally likely.
  Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** A code that people type, to recover an account: five random bits a letter, as XXXX-XXXX-... */
export const newTypedCode = (length = CODE_LENGTH): string => toTypedCode(randomBytes(length));

/**
 * The access code of an order: random to all without the installation's key. It is always the same for the
 * same number of codes that were made before it.
 */
export const toAccessCode = (key: string, orderId: string, version = 0): string =>
  toTypedCode(
    createHmac('sha256', key)
      .update(`access-code ${orderId} ${version}`)
      .digest()
      .subarray(0, CODE_LENGTH),
  );

/**
 * Converts a typed code to the stored form. Accepts lower and upper case, any dashes and
 * spaces, O for 0, I and L for 1. Invalid text stays invalid.
 */
export const normalizeTypedCode = (typed: string): string =>
  typed
    .toWellFormed()
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}_.]+/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/(.{4})(?=.)/gu, '$1-');
