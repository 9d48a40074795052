import type { ReceiptKind } from '@ctdb/contracts';

/** With the rest at most 16 characters, as the tax rules want it. */
const LENGTH = 6;
const INDIA_MS = 5.5 * 3_600_000;

/** A moment as a date whose UTC parts are those of India, which has no summer time. */
const inIndia = (moment: number): Date => new Date(moment + INDIA_MS);

/** The financial year of a moment, April to March in India: `2026-27`. */
export const financialYear = (moment: number): string => {
  const date = inIndia(moment);
  const first = date.getUTCFullYear() - (date.getUTCMonth() < 3 ? 1 : 0);
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
};

/** The calendar day of a moment in India: `2026-11-23`. */
export const dayInIndia = (moment: Date): string =>
  inIndia(moment.getTime()).toISOString().slice(0, 10);

/** The beginning and end of a month in India, `2026-11`. */
export const monthInIndia = (month: string): { from: Date; to: Date } => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const begin = (index: number) => new Date(Date.UTC(year, index) - INDIA_MS);
  return { from: begin(number - 1), to: begin(number) };
};

/** What the numbers of a series begin with; each counts from 1. After a restore that ends with a digit. */
export const seriesOf = (kind: ReceiptKind, isTest: boolean, issuedAt: number, digit = '') =>
  `${isTest ? 'TEST-' : ''}${kind === 'creditNote' ? 'CN' : ''}${financialYear(issuedAt)}/${digit}`;

/** The number after `last`, the highest of the series so far. */
export const nextNumber = (series: string, last: string | undefined): string => {
  const next = last === undefined ? 1 : Number(last.slice(series.length)) + 1;
  const digits = series.endsWith('/') ? LENGTH : LENGTH - 1;
  // Beyond it the order of the texts is no longer that of the numbers.
  if (next >= 10 ** digits) throw new Error(`the series ${series} of receipts is full`);
  return `${series}${String(next).padStart(digits, '0')}`;
};
