import { expect, it } from 'vitest';
import { mockTimeZone } from '@/testing/time-zone';
import { displayCurrency } from './pricing';

it.each([
  ['Asia/Kolkata', 'INR'],
  ['Asia/Calcutta', 'INR'],
  ['Asia/Colombo', 'USD'],
  ['Europe/Berlin', 'USD'],
  ['UTC', 'USD'],
])('shows %s the price in %s', (timeZone, currency) => {
  mockTimeZone(timeZone);
  expect(displayCurrency()).toBe(currency);
});
