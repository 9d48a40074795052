import i18n from 'i18next';
import { useSyncExternalStore } from 'react';
import type { Language } from './language';

const watch = (changed: () => void): (() => void) => {
  i18n.on('languageChanged', changed);
  return () => i18n.off('languageChanged', changed);
};

const current = (): Language => (i18n.language === 'kn' ? 'kn' : 'en');

/** The language in use; the component renders again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(watch, current);
