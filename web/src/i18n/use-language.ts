import { useTranslation } from 'react-i18next';
import type { Language } from './language';

/** The current language; the component renders again when it changes. */
export const useLanguage = (): Language => (useTranslation().i18n.language === 'kn' ? 'kn' : 'en');
