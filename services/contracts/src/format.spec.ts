import { expect, it } from 'vitest';
import { formatFileSize, formatMoney } from './format.js';

it.each([
  ['9.99', 'USD', '$9.99'],
  ['5', 'USD', '$5.00'],
  ['799.00', 'INR', '₹799'],
  ['799.50', 'INR', '₹799.50'],
  ['123456', 'INR', '₹1,23,456'],
])('money: %s %s is %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text);
});

it.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [655_360, '640 KB'],
  [3_355_444, '3.2 MB'],
  [10_485_760, '10 MB'],
])('size: %d bytes are %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
