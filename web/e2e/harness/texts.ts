import i18next, { type TFunction } from 'i18next';
import { lateNamespaces } from '../../src/i18n/late-namespaces.ts';
import { namespaces, type Namespace } from '../../src/i18n/namespaces.ts';

export type Language = 'en' | 'kn';
export const languages: readonly Language[] = ['en', 'kn'];

const every = { ...namespaces, ...lateNamespaces };
const names = Object.keys(every) as Namespace[];

const bundle = async (language: Language) => {
  const files = await Promise.all(names.map((name) => every[name][language]()));
  return Object.fromEntries(names.map((name, at) => [name, files[at]?.default ?? {}]));
};

const instance = i18next.createInstance();
await instance.init({
  lng: 'en',
  fallbackLng: false,
  ns: names,
  defaultNS: 'common',
  resources: { en: await bundle('en'), kn: await bundle('kn') },
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** The product's own texts: `t('registry:list.title')`. */
export type Texts = TFunction<[Namespace, ...Namespace[]]>;

export const textsIn = (language: Language): Texts =>
  instance.getFixedT(language, names as [Namespace, ...Namespace[]]);
