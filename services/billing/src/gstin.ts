import { type Currency, type IndianState, indianStates } from '@ctdb/contracts';

const PATTERN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;
const BASE = 36;

/** Digit sum of each digit's product with 1 and 2 in turn, to the base 36. */
const checkDigit = (digits: string): string => {
  const sum = [...digits].reduce((total, digit, index) => {
    const product = Number.parseInt(digit, BASE) * (1 + (index % 2));
    return total + Math.floor(product / BASE) + (product % BASE);
  }, 0);
  return ((BASE - (sum % BASE)) % BASE).toString(BASE).toUpperCase();
};

/** The state in a tax number, if it is one. */
export const stateOf = (gstin: string): IndianState | undefined =>
  indianStates.find((state) => gstin.startsWith(state));

/** Whether `text` is a tax number of India: of the right form, with the right check digit. */
export const isGstin = (text: string): boolean =>
  PATTERN.test(text) && stateOf(text) !== undefined && text.endsWith(checkDigit(text.slice(0, -1)));

/** Whether receipts in `currency` show a tax that depends on the buyer's state. */
export const isTaxedByState = (currency: Currency, seller: { gstin?: string | undefined }) =>
  currency === 'INR' && seller.gstin !== undefined;
