/** PayPal's currencies; the Indian rupee is not among them. */
const currencies = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(
    ' ',
  ),
);

export const isSupported = (currency: string): boolean => currencies.has(currency);

/** "9.99" → 999 */
export function cents(value: string): number {
  const [units = '0', rest = ''] = value.split('.');
  return Number(units) * 100 + Number(rest.padEnd(2, '0'));
}

/** 999 → "9.99" */
export const decimal = (minor: number): string => (minor / 100).toFixed(2);

/** PayPal's fee in the United States: 3.49 % and 49 cents. */
export const computeFee = (minor: number): number =>
  Math.min(minor, Math.round(minor * 0.0349) + 49);

/** PayPal's times have no fractions of a second. */
export const formatPayPalTime = (at: number): string =>
  new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
