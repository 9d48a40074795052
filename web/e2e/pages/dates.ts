import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
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

/** `MMMM d, yyyy` of the calendar day that begins an ISO date. */
export const longDate = (iso: string, language: Language): string => {
  const [year = 0, month = 1, day = 1] = iso.slice(0, 10).split('-').map(Number);
  return `${months[language][month - 1]} ${day}, ${year}`;
};

/** The machine-readable moments of `<time>` elements, from the top. */
export const readMoments = (times: Locator): Promise<string[]> =>
  times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));

/** Throws unless there are several and each is followed by an older or equal one. */
export const newestFirst = async (times: Locator): Promise<void> => {
  const moments = await readMoments(times);
  expect(moments.length > 1, `only ${moments.length} dated entries`).toBe(true);
  expect(moments, 'order of the dates').toEqual(moments.toSorted().toReversed());
};
