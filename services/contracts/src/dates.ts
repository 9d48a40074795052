import { timestamp } from './ids.js';
import { typedDay } from './text-fields.js';

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
