import type { Language } from '@/i18n/language';
import { formatDate } from '@/lib/dates';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** A moment in the reader's own day and time: `November 21, 2026, 14:05`. */
export const formatMoment = (value: string, language: Language): string => {
  const day = formatDate(value, language);
  // What is no moment comes back as it is.
  return day === value ? value : `${day}, ${clock.format(new Date(value))}`;
};

const exact = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The time of a moment where the reader is: `14:05:09`; what is no moment comes back as it is. */
export const formatClock = (value: string): string =>
  Number.isNaN(Date.parse(value)) ? value : exact.format(new Date(value));
