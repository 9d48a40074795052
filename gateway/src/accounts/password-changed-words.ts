import type { Locale } from '@ctdb/contracts';

/** What the answer to a changed password says. */
export const passwordChangedWords: Readonly<Record<Locale, string>> = {
  en: 'Password changed successfully!',
  kn: 'ಗುಪ್ತಪದವನ್ನು ಬದಲಿಸಲಾಗಿದೆ!',
};
