import { expect, it } from 'vitest';
import { cents, decimal, computeFee, formatPayPalTime } from './amounts.ts';

it.each([
  ['9.99', 999],
  ['0.01', 1],
  ['29', 2_900],
  ['1000000.10', 100_000_010],
])('amounts %s is %s cents', (value, minor) => {
  expect(cents(value)).toBe(minor);
});

it('amounts are written with two decimals', () => {
  expect([0, 1, 999, 2_900].map(decimal)).toEqual(['0.00', '0.01', '9.99', '29.00']);
});

it('amounts are never less than the fee', () => {
  expect(computeFee(999)).toBe(84);
  expect(computeFee(10)).toBe(10);
});

it("PayPal's times end with the second", () => {
  expect(formatPayPalTime(Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toBe('2026-01-02T03:04:05Z');
});
