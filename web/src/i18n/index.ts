import { isolate, LANGUAGE_COOKIE } from '@ctdb/contracts';
import i18n, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { localStore, storageKeys } from '@/lib/storage';
import { type Language, otherLanguage, readLanguage } from '@/lib/language';
import type { Namespace } from './resources';

/** Texts that the gateway sends too. */
const contractTexts = {
  en: {
    documents: () => import('@ctdb/contracts/texts/en/documents.json', { with: { type: 'json' } }),
    errors: () => import('virtual:errors/en/errors.json'),
    findings: () => import('@ctdb/contracts/texts/en/operations.json', { with: { type: 'json' } }),
    states: () => import('@ctdb/contracts/texts/en/states.json', { with: { type: 'json' } }),
  },
  kn: {
    documents: () => import('@ctdb/contracts/texts/kn/documents.json', { with: { type: 'json' } }),
    errors: () => import('virtual:errors/kn/errors.json'),
    findings: () => import('@ctdb/contracts/texts/kn/operations.json', { with: { type: 'json' } }),
    states: () => import('@ctdb/contracts/texts/kn/states.json', { with: { type: 'json' } }),
  },
};

const load = async (language: Language, namespace: string): Promise<ResourceKey> => {
  const own = (): Promise<unknown> =>
    import(`./locales/${language}/${namespace}.json`, { with: { type: 'json' } });
  const shared = contractTexts[language];
  const file = await (namespace in shared ? shared[namespace as keyof typeof shared] : own)();
  return (file as { default: ResourceKey }).default;
};

const files: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read: (language, namespace, done) => {
    const wanted = language === 'kn' ? 'kn' : 'en';
    load(wanted, namespace)
      // If the file is missing, a text in the other language is better than a key.
      .catch(() => load(otherLanguage(wanted), namespace))
      .then(
        (texts) => done(null, texts),
        (cause: Error) => done(cause, false),
      );
  },
};

/** Starts i18next; call once, before the first render. */
export const startI18n = async (language = readLanguage()): Promise<void> => {
  await i18n
    .use(files)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: ['en', 'kn'],
      ns: ['common', 'errors'],
      defaultNS: 'common',
      // React escapes values.
      interpolation: { escape: isolate },
      returnNull: false,
    });
};

/** Loads the texts of a screen in the current language. */
export const loadTranslations = (namespaces: readonly Namespace[]): Promise<void> =>
  i18n.loadNamespaces([...namespaces]);

/** Switches the language everywhere and stores the choice, also for the gateway. */
export const setLanguage = async (language: Language): Promise<void> => {
  localStore.set(storageKeys.language, language);
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=31536000; samesite=lax${secure}`;
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
};

export { i18n };
