import { useSyncExternalStore } from 'react';
import { type Language, useLanguage } from '@/lib/language';
import { serverNow } from './clock';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z$/;

/** A format that is made when it is used first: every page loads this file, and making one takes long. */
const lazyFormat = (locale: string, options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined;
  return (date: Date): string => {
    format ??= new Intl.DateTimeFormat(locale, options);
    return format.format(date);
  };
};

const monthFormat = (locale: string, month: 'long' | 'short') =>
  lazyFormat(locale, { month, timeZone: 'UTC' });
const months = {
  long: { en: monthFormat('en-US', 'long'), kn: monthFormat('kn-IN', 'long') },
  // Kannada months are never cut: ಜನ (January) and ಆಗ (August) are words of their own.
  short: { en: monthFormat('en-US', 'short'), kn: monthFormat('kn-IN', 'long') },
};

type Write = (month: string, day: number, year: number) => string;
/** As the specification fixes it for the registry. */
const writeLong: Write = (month, day, year) => `${month} ${day}, ${year}`;
/** As people in India write it, in both languages. */
const writeIndian: Write = (month, day, year) => `${day} ${month} ${year}`;

/** The same calendar day and time, as if the reader's time zone were UTC. */
const toUtc = (date: Date): Date => new Date(date.getTime() - date.getTimezoneOffset() * 60_000);

/** Undefined for invalid ISO dates; also for February 30, which JavaScript parses as March 2. */
const parse = (value: string): Date | undefined => {
  const date = new Date(value);
  if (Number.isNaN(date.getTime()) || !DAY.test(value.slice(0, 10))) return undefined;
  const day = new Date(value.slice(0, 10));
  return day.getUTCDate() === Number(value.slice(8, 10)) ? date : undefined;
};

const writeDate = (value: string, language: Language, write: Write): string => {
  const date = parse(value);
  if (!date) return value;
  // A date without a time is the same day in every time zone.
  const utc = DAY.test(value) ? date : toUtc(date);
  return write(months.long[language](utc), utc.getUTCDate(), utc.getUTCFullYear());
};

const calendarDay = (value: string): string => MIDNIGHT.exec(value)?.[1] ?? value;

/** A moment as the reader's local day, `21 November 2026`; an invalid date is returned unchanged. */
export const formatDate = (value: string, language: Language): string =>
  writeDate(value, language, writeIndian);

/** {@link formatDate} in the registry: `November 21, 2026`. */
export const formatLongDate = (value: string, language: Language): string =>
  writeDate(value, language, writeLong);

/**
 * A calendar day (a treatment's date), the same day in every time zone: `2026-01-05` and
 * `2026-01-05T00:00:00.000Z` are both 5 January. Any other moment is the reader's own day.
 */
export const formatDay = (value: string, language: Language): string =>
  formatDate(calendarDay(value), language);

/** {@link formatDay} in the registry: `January 5, 2026`. */
export const formatLongDay = (value: string, language: Language): string =>
  formatLongDate(calendarDay(value), language);

/** The day that {@link formatDay} shows, in the format of `<input type="date">`. */
export const toDay = (value: string): string =>
  MIDNIGHT.exec(value)?.[1] ?? toUtc(new Date(value)).toISOString().slice(0, 10);

/** The month of a day in UTC: `January 2026`; on the axis of a chart `Jan 2026`, `ಜನವರಿ 2026`. */
export const formatMonth = (day: string, language: Language, width: keyof typeof months): string =>
  `${months[width][language](new Date(day))} ${day.slice(0, 4)}`;

/** A day in UTC on the axis of a chart: `5 Jan`, `5 ಜನವರಿ`. */
export const formatShortDay = (day: string, language: Language): string => {
  const date = new Date(day);
  return `${date.getUTCDate()} ${months.short[language](date)}`;
};

/** Today in the reader's time zone by the server's clock, in the format of `<input type="date">`. */
export const today = (): string => toUtc(new Date(serverNow())).toISOString().slice(0, 10);

const onMinute = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, 60_000);
  return () => clearInterval(timer);
};

/** {@link today}, which changes at midnight while the page is open. */
export const useToday = (): string => useSyncExternalStore(onMinute, today, today);

/** The calendar day so many days after another one, `2026-01-05`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Kannada words before a time of the day, each until that hour. */
const dayParts = [
  [4, 'ರಾತ್ರಿ'],
  [12, 'ಬೆಳಗ್ಗೆ'],
  [16, 'ಮಧ್ಯಾಹ್ನ'],
  [19, 'ಸಂಜೆ'],
  [24, 'ರಾತ್ರಿ'],
] as const;

const formatTime = (date: Date, language: Language): string => {
  const hour = date.getHours();
  const time = `${hour % 12 || 12}:${String(date.getMinutes()).padStart(2, '0')}`;
  if (language === 'en') return `${time} ${hour < 12 ? 'am' : 'pm'}`;
  return `${dayParts.find(([end]) => hour < end)?.[1] ?? ''} ${time}`;
};

/** A moment in the reader's own day and time: `21 November 2026, 2:05 pm`. */
export const formatDateTime = (value: string, language: Language): string => {
  const day = formatDate(value, language);
  // An invalid value is returned unchanged.
  return day === value ? value : `${day}, ${formatTime(new Date(value), language)}`;
};

/** {@link formatDate} and {@link formatDateTime} in the reader's language. */
export const useDates = () => {
  const language = useLanguage();
  return {
    formatDate: (value: string): string => formatDate(value, language),
    formatDateTime: (value: string): string => formatDateTime(value, language),
  };
};

/** The local time `14:05:09` of a moment; an invalid value is returned unchanged. */
export const formatClock = (value: string): string =>
  Number.isNaN(Date.parse(value)) ? value : new Date(value).toLocaleTimeString('en-GB');
