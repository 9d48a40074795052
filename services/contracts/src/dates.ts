import { z } from 'zod';
import { timestamp } from './records.js';
import { typedDay, typedText } from './text-fields.js';

/** How many years a follow-up date may lie in the past: overdue ones can be corrected. */
const FOLLOW_UP_YEARS_BACK = 5;
/** How many years ahead a visit can be planned. */
const FOLLOW_UP_YEARS_AHEAD = 10;

const inYears = (years: number): string => {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return day.toISOString().slice(0, 10);
};

/** The limits are calculated when a value is parsed, because they may depend on the day. */
const dayBetween = (earliest: () => string, latest: () => string) =>
  typedDay
    .refine((day) => day >= earliest(), { error: 'DATE_TOO_EARLY' })
    .refine((day) => day <= latest(), { error: 'DATE_TOO_LATE' });

/** The first day that any date can have: earlier ones are typing errors. */
export const EARLIEST_DAY = '1900-01-01';
const LATEST_DAY = '2199-12-31';

// Tomorrow ends last in UTC+14.
const endOfTomorrow = () => Date.now() + 38 * 3_600_000;

/** A day or a moment; not before {@link EARLIEST_DAY}, not later than tomorrow anywhere on earth. */
export const historyDate = z
  .union([typedText().check(z.iso.date()), typedText().check(z.iso.datetime({ offset: true }))], {
    error: 'WRONG_FORMAT',
  })
  .refine((value) => Date.parse(value) <= endOfTomorrow(), { error: 'DATE_IN_FUTURE' })
  .refine((value) => Date.parse(value) >= Date.parse(EARLIEST_DAY), { error: 'DATE_TOO_EARLY' });

/** A day that a filter names. */
export const filterDay = dayBetween(
  () => EARLIEST_DAY,
  () => LATEST_DAY,
);

/** The beginning or end of a {@link filterDay} in any time zone, as a moment. */
export const filterMoment = timestamp
  .refine((at) => at >= '1899-12-31', { error: 'DATE_TOO_EARLY' })
  .refine((at) => at < '2200-01-03', { error: 'DATE_TOO_LATE' });

/** The day of a patient's next visit. */
export const followUpDay = dayBetween(
  () => inYears(-FOLLOW_UP_YEARS_BACK),
  () => inYears(FOLLOW_UP_YEARS_AHEAD),
);

const EARLIEST_BIRTH_YEAR = 1900;

/** A year of birth: a number, or as a person types it. */
export const birthYear = z
  .union([z.number(), typedText().regex(/^\d{4}$/)], { error: 'WRONG_FORMAT' })
  .transform(Number)
  .refine(Number.isInteger, { error: 'WRONG_FORMAT' })
  .refine((year) => year >= EARLIEST_BIRTH_YEAR, { error: 'DATE_TOO_EARLY' })
  .refine((year) => year <= new Date().getUTCFullYear(), { error: 'DATE_IN_FUTURE' });
