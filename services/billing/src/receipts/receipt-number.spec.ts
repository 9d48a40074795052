import { receiptNumber } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { dayInIndia, financialYear, monthInIndia, nextNumber, seriesOf } from './receipt-number.js';

it.each([
  ['2027-03-31T18:29:59.999Z', '2026-27'],
  ['2027-03-31T18:30:00.000Z', '2027-28'],
  ['2026-12-31T20:00:00.000Z', '2026-27'],
  ['2099-06-01T00:00:00.000Z', '2099-00'],
])('the financial year of %s is %s', (moment, year) => {
  expect(financialYear(Date.parse(moment))).toBe(year);
});

it('a day, and a month, begins at midnight in India', () => {
  expect(dayInIndia(new Date('2026-11-30T18:29:59.999Z'))).toBe('2026-11-30');
  expect(dayInIndia(new Date('2026-11-30T18:30:00.000Z'))).toBe('2026-12-01');
  const month = { from: '2026-11-30T18:30:00.000Z', to: '2026-12-31T18:30:00.000Z' };
  expect(JSON.parse(JSON.stringify(monthInIndia('2026-12')))).toEqual(month);
});

const at = Date.parse('2026-11-23T10:00:00.000Z');

it.each([
  ['receipt', false, '2026-27/000001'],
  ['creditNote', false, 'CN2026-27/000001'],
  ['receipt', true, 'TEST-2026-27/000001'],
  ['creditNote', true, 'TEST-CN2026-27/000001'],
] as const)('numbers of a %s (test: %s) begin with %s', (kind, isTest, first) => {
  const number = nextNumber(seriesOf(kind, isTest, at), undefined);
  expect(number).toBe(first);
  expect(receiptNumber.safeParse(number).success).toBe(true);
  if (!isTest) expect(number.length).toBeLessThanOrEqual(16);
});

it('numbers of a series after a restore begin with its digit, and are as long', () => {
  const number = nextNumber(seriesOf('creditNote', false, at, '1'), undefined);
  expect(number).toBe('CN2026-27/100001');
  expect(receiptNumber.safeParse(number).success).toBe(true);
  expect(nextNumber('2026-27/1', '2026-27/199998')).toBe('2026-27/199999');
  expect(() => nextNumber('2026-27/1', '2026-27/199999')).toThrow('full');
});

it('numbers follow one another, and end before their order breaks', () => {
  expect(nextNumber('2026-27/', '2026-27/000009')).toBe('2026-27/000010');
  expect(() => nextNumber('2026-27/', '2026-27/999999')).toThrow('full');
});
