import type { Language } from '../support/texts.ts';

/** `MMMM d, yyyy` of the calendar day that begins an ISO date, as in the registry. */
export const longDate = (iso: string, language: Language): string => {
  const day = new Date(iso.slice(0, 10));
  const month = day.toLocaleString(language, { month: 'long', timeZone: 'UTC' });
  return `${month} ${day.getUTCDate()}, ${day.getUTCFullYear()}`;
};

/** The same day as people in India write it, which is so elsewhere. */
export const indianDate = (iso: string, language: Language): string =>
  longDate(iso, language).replace(/^(\S+) (\d+),/, '$2 $1');
