import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { enUS } from 'date-fns/locale/en-US';
import { kn } from 'date-fns/locale/kn';
import { parseISO } from 'date-fns/parseISO';
import type { Language } from '@/i18n/language';

const locales = { en: enUS, kn };
const midnight = /^(\d{4}-\d{2}-\d{2})T00:00:00(\.0+)?Z$/;

const write = (value: string, date: Date, pattern: string, language: Language): string =>
  isValid(date) ? format(date, pattern, { locale: locales[language] }) : value;

/** A moment as the reader's own day, `MMMM d, yyyy`; a text that is no date comes back as it is. */
export const formatDate = (value: string, language: Language): string =>
  write(value, parseISO(value), 'MMMM d, yyyy', language);

/**
 * A calendar day (a treatment's date), the same day in every time zone: `2026-01-05` and
 * `2026-01-05T00:00:00.000Z` are both January 5.
 */
export const formatDay = (value: string, language: Language): string =>
  formatDate(midnight.exec(value)?.[1] ?? value, language);

/** Today where the reader is, as `<input type="date">` takes it. */
export const today = (): string => format(new Date(), 'yyyy-MM-dd');
