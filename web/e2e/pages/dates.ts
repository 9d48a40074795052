import type { Language } from '../support/texts.ts';

const months: Record<Language, readonly string[]> = {
  en: [
    ...['January', 'February', 'March', 'April', 'May', 'June'],
    ...['July', 'August', 'September', 'October', 'November', 'December'],
  ],
  kn: [
    ...['ಜನವರಿ', 'ಫೆಬ್ರವರಿ', 'ಮಾರ್ಚ್', 'ಏಪ್ರಿಲ್', 'ಮೇ', 'ಜೂನ್'],
    ...['ಜುಲೈ', 'ಆಗಸ್ಟ್', 'ಸೆಪ್ಟೆಂಬರ್', 'ಅಕ್ಟೋಬರ್', 'ನವೆಂಬರ್', 'ಡಿಸೆಂಬರ್'],
  ],
};

/** `MMMM d, yyyy` of the calendar day that begins an ISO date, as in the registry. */
export const longDate = (iso: string, language: Language): string => {
  const [year = 0, month = 1, day = 1] = iso.slice(0, 10).split('-').map(Number);
  return `${months[language][month - 1]} ${day}, ${year}`;
};

/** The same day as people in India write it, which is so elsewhere. */
export const indianDate = (iso: string, language: Language): string =>
  longDate(iso, language).replace(/^(\S+) (\d+),/, '$2 $1');
