import type { Language } from '@/i18n/language';

/** A share from 0 to 1 as "68%"; a dash if there is none yet. Both languages use the same digits. */
export const formatPercent = (share: number | null): string =>
  share === null ? '–' : `${Math.round(share * 100)}%`;

const grouped = new Intl.NumberFormat('en-IN');

/** A whole number with the groups that India writes: 12,34,567. */
export const formatInteger = (value: number): string => grouped.format(value);

const locales: Record<Language, string> = { en: 'en-IN', kn: 'kn-IN' };

/** "$9.99", "₹799": a decimal string as people write it; whole rupees without paise. */
export const formatMoney = (amount: string, currency: string, language: Language): string => {
  const value = Number(amount);
  return new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    numberingSystem: 'latn',
    minimumFractionDigits: Number.isInteger(value) && currency === 'INR' ? 0 : 2,
  }).format(value);
};

const KB = 1024;
const MB = KB * KB;

/** Bytes as people read them: `640 KB`, `3.2 MB`, `10 MB`. */
export const formatFileSize = (bytes: number): string => {
  if (bytes < MB) return `${Math.ceil(bytes / KB)} KB`;
  return `${Number((bytes / MB).toFixed(1))} MB`;
};
