import type { ImageHealth, Locale } from '@ctdb/contracts';

type Say = (health: ImageHealth) => string;

/** What became of a check of all images, in one sentence. */
const words: Record<Locale, Say> = {
  en: ({ status, checked, repaired, unrepairable }) => {
    if (status === 'running') return `The check goes on: ${checked} images so far.`;
    if (status === 'failed') return 'The check could not be finished.';
    const rest = unrepairable.length === 0 ? '' : ` ${unrepairable.length} cannot be repaired.`;
    return `${checked} images checked, ${repaired} repaired.${rest}`;
  },
  kn: ({ status, checked, repaired, unrepairable }) => {
    if (status === 'running') return `ಪರಿಶೀಲನೆ ನಡೆಯುತ್ತಿದೆ: ಈವರೆಗೆ ${checked} ಚಿತ್ರಗಳು.`;
    if (status === 'failed') return 'ಪರಿಶೀಲನೆಯನ್ನು ಪೂರ್ಣಗೊಳಿಸಲು ಆಗಲಿಲ್ಲ.';
    const rest =
      unrepairable.length === 0 ? '' : ` ${unrepairable.length} ಚಿತ್ರಗಳನ್ನು ಸರಿಪಡಿಸಲು ಆಗುವುದಿಲ್ಲ.`;
    return `${checked} ಚಿತ್ರಗಳನ್ನು ಪರಿಶೀಲಿಸಲಾಗಿದೆ, ${repaired} ಚಿತ್ರಗಳನ್ನು ಸರಿಪಡಿಸಲಾಗಿದೆ.${rest}`;
  },
};

/** See {@link words}. */
export const healthMessage = (health: ImageHealth, locale: Locale): string => words[locale](health);
