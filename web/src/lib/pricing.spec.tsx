import { afterEach, expect, it, jest } from '@jest/globals';
import { liveIn } from '@/testing/time-zone';
import { shownCurrency } from './pricing';

afterEach(() => void jest.restoreAllMocks());

it.each([
  ['Asia/Kolkata', 'INR'],
  ['Asia/Calcutta', 'INR'],
  ['Asia/Colombo', 'USD'],
  ['Europe/Berlin', 'USD'],
  ['UTC', 'USD'],
])('shows %s the price in %s', (timeZone, currency) => {
  liveIn(timeZone);
  expect(shownCurrency()).toBe(currency);
});
