import type { Language } from '@/i18n/language';

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
