import type { DiseaseSort } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { localStore, storageKeys } from '@/lib/storage';

export type Language = 'en' | 'kn';

/** The language that was chosen last, else that of the page. */
export const readLanguage = (): Language =>
  (localStore.get(storageKeys.language) ?? document.documentElement.lang) === 'kn' ? 'kn' : 'en';

export const otherLanguage = (language: Language): Language => (language === 'en' ? 'kn' : 'en');

/** The name of a disease in one language. */
export const getName = (disease: { nameEn: string; nameKn: string }, language: Language): string =>
  language === 'kn' ? disease.nameKn : disease.nameEn;

/** The current language; the component renders again when it changes. */
export const useLanguage = (): Language => (useTranslation().i18n.language === 'kn' ? 'kn' : 'en');

/** The usual order of diseases: by the reader's names, but by relevance where there is a search. */
export const useNameSort = (search: string): DiseaseSort | undefined =>
  useLanguage() === 'kn' && search === '' ? 'nameKn' : undefined;

/** Picks the text in one language; where that is blank, the other one. */
export const pickText = (language: Language, text: string, textKn: string): string =>
  language === 'kn' ? textKn || text : text || textKn;

/** Picks texts in the reader's language, see {@link pickText}. */
export const useLocalText = () => {
  const language = useLanguage();
  return (text: string, textKn: string): string => pickText(language, text, textKn);
};

/** The language of a text's script, for its `lang`. */
export const detectLanguage = (text: string): Language =>
  /\p{Script=Kannada}/u.test(text) ? 'kn' : 'en';
