import { readdirSync, readFileSync } from 'node:fs';
import i18next, { type TFunction } from 'i18next';
import type { Namespace } from '../../src/i18n/resources.ts';

export type Language = 'en' | 'kn';
export const languages: readonly Language[] = ['en', 'kn'];

const folder = new URL('../../src/i18n/locales/', import.meta.url);
const names = readdirSync(new URL('en/', folder)).map(
  (file) => file.replace('.json', '') as Namespace,
);

const bundle = (language: Language) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      JSON.parse(readFileSync(new URL(`${language}/${name}.json`, folder), 'utf8')) as object,
    ]),
  );

const instance = i18next.createInstance();
await instance.init({
  lng: 'en',
  fallbackLng: false,
  ns: names,
  defaultNS: 'common',
  resources: { en: bundle('en'), kn: bundle('kn') },
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** The product's own texts: `t('registry:list.title')`. */
export type Texts = TFunction<[Namespace, ...Namespace[]]>;

export const textsIn = (language: Language): Texts =>
  instance.getFixedT(language, names as [Namespace, ...Namespace[]]);
