import { randomBytes, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Capital letters and digits, as in PayPal's ids. */
export function randomId(length = 17): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** What PayPal's support asks for; here only for the look of it. */
export function debugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13);
}
