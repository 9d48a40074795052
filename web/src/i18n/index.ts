import i18n, { type BackendModule } from 'i18next';
import { local, storageKeys } from '@/lib/storage';
import { readLanguage, type Language } from './language';
import type { lateNamespaces } from './late-namespaces';
import { namespaces, type Namespace } from './namespaces';

type Tables = typeof namespaces & typeof lateNamespaces;

const load = async (language: string, name: string): Promise<object> => {
  const early =
    name in namespaces ? namespaces : (await import('./late-namespaces')).lateNamespaces;
  const files = (early as Partial<Tables>)[name as Namespace];
  if (!files) throw new Error(`unknown namespace ${name}`);
  const file = language === 'kn' ? files.kn() : files.en();
  // Without its file, a text in the other language is better than a key.
  return (await file.catch(() => (language === 'kn' ? files.en() : files.kn()))).default;
};

const files: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, name, done) => {
    load(language, name).then(
      (texts) => done(null, texts as Record<string, string>),
      (cause: unknown) => done(cause instanceof Error ? cause : String(cause), false),
    );
  },
};

const showLanguage = (language: string): void => {
  document.documentElement.lang = language;
};

/** Starts i18next in the stored language; call once, before the first render. */
export const startI18n = async (): Promise<void> => {
  i18n.on('languageChanged', showLanguage);
  await i18n.use(files).init({
    lng: readLanguage(),
    fallbackLng: false,
    supportedLngs: ['en', 'kn'],
    ns: ['common', 'errors'],
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    returnNull: false,
  });
};

/** Loads what a screen needs in the language in use. */
export const loadTexts = (names: readonly Namespace[]): Promise<void> =>
  i18n.loadNamespaces([...names]);

/** Switches the language everywhere and keeps the choice. */
export const setLanguage = async (language: Language): Promise<void> => {
  local.set(storageKeys.language, language);
  await i18n.changeLanguage(language);
};

export { i18n };
