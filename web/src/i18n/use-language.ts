import { useTranslation } from 'react-i18next';
import type { Language } from './language';

/** The language in use; the component renders again when it changes. */
export const useLanguage = (): Language => {
  const { i18n } = useTranslation();
  return i18n.resolvedLanguage === 'kn' ? 'kn' : 'en';
};
