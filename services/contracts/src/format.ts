import type { Locale } from './locale.js';

/** "$9.99", "₹799": a decimal string as both languages write it; whole rupees without paise. */
export const formatMoney = (amount: string, currency: string): string => {
  const value = Number(amount);
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Number.isInteger(value) && currency === 'INR' ? 0 : 2,
  }).format(value);
};

const monthLocales = { en: 'en-US', kn: 'kn-IN' } as const;

/** The day of a moment in India, as people there write it: `23 November 2026`, `23 ನವೆಂಬರ್ 2026`. */
export const formatIndianDay = (moment: Date | string, language: Locale): string => {
  const part = (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Kolkata', ...options }).format(
      new Date(moment),
    );
  const month = part(monthLocales[language], { month: 'long' });
  return `${part('en-US', { day: 'numeric' })} ${month} ${part('en-US', { year: 'numeric' })}`;
};

const KB = 1024;
const MB = KB * KB;

/** Bytes as people read them: `640 KB`, `3.2 MB`, `10 MB`. */
export const formatFileSize = (bytes: number): string => {
  if (bytes < MB) return `${Math.ceil(bytes / KB)} KB`;
  return `${Number((bytes / MB).toFixed(1))} MB`;
};

/** What a DNS check shows in the place of an address of a private network. */
export const HIDDEN_ADDRESS = 'hidden';
