import { expect, it } from 'vitest';
import { setClock } from './clock';
import { formatDate, formatDay, formatMonth, formatShortDay, toDay, today } from './dates';

/** A moment on the given local day, in any time zone of the machine. */
const noon = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day, 12).toISOString();

it.each([
  ['en', 'January 5, 2026'],
  ['kn', 'ಜನವರಿ 5, 2026'],
] as const)('formatDate writes MMMM d, yyyy in %s', (language, text) => {
  expect(formatDate(noon(2026, 1, 5), language)).toBe(text);
});

it('formatDate knows the twelve months in Kannada', () => {
  const months = Array.from({ length: 12 }, (_, at) => formatDate(noon(2026, at + 1, 1), 'kn'));
  expect(months.map((text) => text.split(' ')[0]).join(' ')).toBe(
    'ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್',
  );
});

it('formatDate is the reader’s own day', () => {
  const late = new Date(2026, 1, 28, 23, 59).toISOString();
  expect(formatDate(late, 'en')).toBe('February 28, 2026');
});

it('formatDate gives back what is no date', () => {
  const days = ['2026-13-01', '2026-02-30', '2026-02-30T10:00:00Z'];
  for (const raw of ['', 'yesterday', '2026', '5/1/2026', ...days]) {
    expect(formatDate(raw, 'en')).toBe(raw);
    expect(formatDay(raw, 'kn')).toBe(raw);
  }
});

it.each(['2026-01-05', '2026-01-05T00:00:00Z', '2026-01-05T00:00:00.000Z'])(
  '%s is January 5 in every time zone, also in a date field',
  (value) => {
    expect(formatDay(value, 'en')).toBe('January 5, 2026');
    expect(toDay(value)).toBe('2026-01-05');
  },
);

it('a date field has the day that is shown', () => {
  const noon = '2026-01-05T12:00:00.000Z';
  expect(formatDay(toDay(noon), 'en')).toBe(formatDay(noon, 'en'));
});

it.each([
  ['2026-01-05T00:00:00.000Z', 'en', 'Jan 2026', 'Jan 5'],
  ['2026-01-05T00:00:00.000Z', 'kn', 'ಜನವರಿ 2026', 'ಜನವರಿ 5'],
  ['2026-08-31', 'kn', 'ಆಗಸ್ಟ್ 2026', 'ಆಗಸ್ಟ್ 31'],
] as const)('%s on the axis of a chart, in %s', (day, language, month, date) => {
  expect(formatMonth(day, language, 'short')).toBe(month);
  expect(formatShortDay(day, language)).toBe(date);
});

it('today is the local day by the server’s clock, and by the device’s without it', () => {
  setClock('Sun, 15 Mar 2099 12:00:00 GMT');
  expect(today()).toBe('2099-03-15');
  setClock(null);
  expect(today()).toBe(toDay(new Date().toISOString()));
});
