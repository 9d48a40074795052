/** Currencies that prices are kept in; what is charged is another matter (see {@link Charge}). */
export const currencies = ['USD', 'INR'] as const;
/** One of {@link currencies}. */
export type Currency = (typeof currencies)[number];

/** Highest price that an administrator may set, in units of the currency. */
export const MAX_PRICE = 100_000;

/** Minor units (cents, paise) as a decimal string: 999 → "9.99". */
export const toDecimal = (minor: number): string => (minor / 100).toFixed(2);

/**
 * A decimal string or number in minor units: "9.99" → 999; `undefined` where it is no plain positive
 * number with at most two decimals. Digits are compared, never multiplied as fractions.
 */
export const toMinor = (amount: string | number): number | undefined => {
  const match = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(String(amount).trim());
  if (!match) return undefined;
  const [, units = '', cents = ''] = match;
  return Number(units) * 100 + Number(cents.padEnd(2, '0'));
};
