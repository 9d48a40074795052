import { useTranslation } from 'react-i18next';
import { localStore, storageKeys } from '@/lib/storage';

export type Language = 'en' | 'kn';

/** The language that was chosen last, else English. */
export const readLanguage = (): Language =>
  localStore.get(storageKeys.language) === 'kn' ? 'kn' : 'en';

export const otherLanguage = (language: Language): Language => (language === 'en' ? 'kn' : 'en');

/** The name of a disease in one language. */
export const getName = (disease: { nameEn: string; nameKn: string }, language: Language): string =>
  language === 'kn' ? disease.nameKn : disease.nameEn;

/** The current language; the component renders again when it changes. */
export const useLanguage = (): Language => (useTranslation().i18n.language === 'kn' ? 'kn' : 'en');
