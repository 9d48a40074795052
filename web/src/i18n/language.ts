import { local, storageKeys } from '@/lib/storage';

export const languages = ['en', 'kn'] as const;
export type Language = (typeof languages)[number];

/** The language that was chosen last, else English. */
export const readLanguage = (): Language =>
  local.get(storageKeys.language) === 'kn' ? 'kn' : 'en';

export const otherLanguage = (language: Language): Language => (language === 'en' ? 'kn' : 'en');
