import { readdirSync, readFileSync } from 'node:fs';
import i18next, { type TFunction } from 'i18next';
import type { Namespace } from '../../src/i18n/resources.ts';

export type Language = 'en' | 'kn';
export const languages: readonly Language[] = ['en', 'kn'];

const folder = new URL('../../src/i18n/locales/', import.meta.url);
const contracts = new URL('../../../services/contracts/src/', import.meta.url);
const contractFolder = new URL('texts/', contracts);

type Errors = Record<string, { text: Record<Language, string> }>;
const read = (file: URL) => JSON.parse(readFileSync(file, 'utf8')) as object;
const errors = Object.entries(read(new URL('errors.json', contracts)) as Errors);
const bundle = (language: Language) => ({
  ...Object.fromEntries(
    readdirSync(new URL(`${language}/`, folder)).map((file) => [
      file.replace('.json', ''),
      read(new URL(`${language}/${file}`, folder)),
    ]),
  ),
  documents: read(new URL(`${language}/documents.json`, contractFolder)),
  errors: Object.fromEntries(errors.map(([name, { text }]) => [name, text[language]])),
  findings: read(new URL(`${language}/operations.json`, contractFolder)),
  states: read(new URL(`${language}/states.json`, contractFolder)),
});
const resources = { en: bundle('en'), kn: bundle('kn') };
const names = Object.keys(resources.en) as [Namespace, ...Namespace[]];

const instance = i18next.createInstance();
await instance.init({
  lng: 'en',
  fallbackLng: false,
  ns: names,
  defaultNS: 'common',
  resources,
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** The product's own texts: `t('registry:list.title')`. */
export type Texts = TFunction<[Namespace, ...Namespace[]]>;

export const textsIn = (language: Language): Texts => instance.getFixedT(language, names);

const keysOf = (texts: object, start = ''): string[] =>
  Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? keysOf(value, `${start}${name}.`)
      : [`${start}${name}`],
  );

/** Every key: what a page shows in the place of a text that is missing. */
export const keysOfTexts: ReadonlySet<string> = new Set(
  Object.values(resources.en)
    .flatMap((texts) => keysOf(texts))
    .filter((key) => key.includes('.')),
);
