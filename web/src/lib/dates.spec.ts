import { expect, it } from 'vitest';
import { setClock } from './clock';
import { formatDate, formatDateTime, formatDay, formatLongDate, toDay, today } from './dates';

/** A moment of the given local time, in any time zone of the machine. */
const local = (month: number, day: number, hour = 12, minute = 5) =>
  new Date(2026, month - 1, day, hour, minute).toISOString();

it.each([
  ['en', 'January 5, 2026', '5 January 2026'],
  ['kn', 'ಜನವರಿ 5, 2026', '5 ಜನವರಿ 2026'],
] as const)('a date is long in the registry, else as in India, in %s', (language, long, indian) => {
  expect(formatLongDate(local(1, 5), language)).toBe(long);
  expect(formatDate(local(1, 5), language)).toBe(indian);
});

it('formatDate knows the twelve months in Kannada', () => {
  const months = Array.from({ length: 12 }, (_, at) => formatDate(local(at + 1, 1), 'kn'));
  expect(months.map((text) => text.split(' ')[1]).join(' ')).toBe(
    'ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್',
  );
});

it.each([
  [0, '12:05 am', 'ರಾತ್ರಿ 12:05'],
  [9, '9:05 am', 'ಬೆಳಗ್ಗೆ 9:05'],
  [12, '12:05 pm', 'ಮಧ್ಯಾಹ್ನ 12:05'],
  [18, '6:05 pm', 'ಸಂಜೆ 6:05'],
  [23, '11:05 pm', 'ರಾತ್ರಿ 11:05'],
])('the fifth minute after %i hours is %s, and in the reader’s own day', (hour, en, kn) => {
  expect(formatDateTime(local(2, 28, hour), 'en')).toBe(`28 February 2026, ${en}`);
  expect(formatDateTime(local(2, 28, hour), 'kn')).toBe(`28 ಫೆಬ್ರವರಿ 2026, ${kn}`);
});

it('formatDate gives back what is no date', () => {
  const days = ['2026-13-01', '2026-02-30', '2026-02-30T10:00:00Z'];
  for (const raw of ['', 'yesterday', '2026', '5/1/2026', ...days]) {
    expect(formatDate(raw, 'en')).toBe(raw);
    expect(formatDay(raw, 'kn')).toBe(raw);
  }
});

it.each(['2026-01-05', '2026-01-05T00:00:00Z', '2026-01-05T00:00:00.000Z'])(
  '%s is 5 January in every time zone, also in a date field',
  (value) => {
    expect(formatDay(value, 'en')).toBe('5 January 2026');
    expect(toDay(value)).toBe('2026-01-05');
  },
);

it('today is the local day by the server’s clock, and by the device’s without it', () => {
  setClock('Sun, 15 Mar 2099 12:00:00 GMT');
  expect(today()).toBe('2099-03-15');
  setClock(null);
  expect(today()).toBe(toDay(new Date().toISOString()));
});
