import { locales, type Locale } from '@ctdb/contracts';

const MAX_RANGES = 20;
const [fallback] = locales;

const weightOf = (parameters: readonly string[]): number => {
  const q = parameters.map((part) => part.trim()).find((part) => part.startsWith('q='));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
};

const languageOf = (range: string): Locale | undefined => {
  if (range === '*') return fallback;
  const [primary = ''] = range.trim().toLowerCase().split('-');
  return locales.find((locale) => locale === primary);
};

/** The product's language that a reader prefers by `Accept-Language`; English where none fits. */
export const negotiateLocale = (header: string | undefined): Locale => {
  // What our own client sends, and what most requests of programs lack.
  if (header === undefined || header === 'en') return 'en';
  if (header === 'kn') return 'kn';
  let best: Locale = fallback;
  let bestWeight = 0;
  for (const entry of header.split(',', MAX_RANGES)) {
    const [range = '', ...parameters] = entry.split(';');
    const language = languageOf(range.trim());
    const weight = weightOf(parameters);
    if (language === undefined || weight <= bestWeight) continue;
    best = language;
    bestWeight = weight;
  }
  return best;
};
