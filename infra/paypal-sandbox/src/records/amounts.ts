/** "9.99" → 999 */
export function toMinor(value: string): number {
  const [units = '0', rest = ''] = value.split('.');
  return Number(units) * 100 + Number(rest.padEnd(2, '0'));
}

/** 999 → "9.99" */
export const toDecimal = (minor: number): string => (minor / 100).toFixed(2);
