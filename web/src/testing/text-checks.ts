import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from '@ctdb/contracts/texts';

/** Texts by key: `link.home`, or with the namespace `checkout.link.home`. */
export type Texts = Record<string, string>;

/** A settled word and those that it replaces; `rightIn` names the groups of keys where such a word is right. */
interface Term {
  en: string;
  kn: string;
  refused: string[];
  rightIn?: Record<string, string[]>;
}

const root = join(import.meta.dirname, '../../..');
const webTexts = join(root, 'web/src/i18n/locales');

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const glossary = readJson(join(root, 'web/src/i18n/glossary.json')) as {
  terms: Term[];
  /** Names that are written in Latin script in Kannada too. */
  latin: string[];
};

const flatten = (value: unknown, path = ''): Texts =>
  typeof value === 'string'
    ? { [path]: value }
    : Object.entries(value as object).reduce<Texts>(
        (texts, [key, inner]) => ({ ...texts, ...flatten(inner, path ? `${path}.${key}` : key) }),
        {},
      );

/** All texts of a language, by namespace. The web calls the `operations` of the contracts `findings`. */
export const readTexts = (language: 'en' | 'kn'): Record<string, Texts> => {
  const { operations, ...shared } = texts[language];
  const own = readdirSync(join(webTexts, language)).map((file) => [
    file.replace('.json', ''),
    readJson(join(webTexts, language, file)),
  ]);
  const namespaces = { ...Object.fromEntries(own), ...shared, findings: operations };
  return Object.fromEntries(
    Object.entries(namespaces).map(([name, namespace]) => [name, flatten(namespace)]),
  );
};

/** The texts of all namespaces in one record. */
export const joinNamespaces = (namespaces: Record<string, Texts>): Texts =>
  Object.fromEntries(
    Object.entries(namespaces).flatMap(([namespace, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${namespace}.${key}`, text]),
    ),
  );

const isIn = (key: string, groups: string[]): boolean =>
  groups.some((group) => key === group || key.startsWith(`${group}.`));

/** Matches `word` where it begins a word, because Kannada adds endings; with a final `$` the whole word. */
const wordPattern = (word: string): RegExp => {
  const inWord = '[\\p{L}\\p{M}\\u200C\\u200D]';
  return new RegExp(`(?<!${inWord})${word.replace(/\$$/, `(?!${inWord})`)}`, 'iu');
};

/** Words that the glossary has replaced: "login.title: ಪ್ರವೇಶ (log in: ಲಾಗಿನ್)". */
export const findRefusedWords = (texts: Texts): string[] =>
  glossary.terms.flatMap(({ en, kn, refused, rightIn }) =>
    refused.flatMap((word) =>
      Object.entries(texts)
        .filter(([key, text]) => wordPattern(word).test(text) && !isIn(key, rightIn?.[word] ?? []))
        .map(([key]) => `${key}: ${word} (${en}: ${kn})`),
    ),
  );

const latinNames = new RegExp(`(?<!\\w)(${glossary.latin.join('|')})(?!\\w)`, 'g');

/** Latin words that are no names, by the keys of their texts. */
export const findLatinWords = (texts: Texts): string[] =>
  Object.entries(texts).flatMap(([key, text]) => {
    const words = text
      .replace(/\{\{\w+\}\}/g, ' ')
      .replace(latinNames, ' ')
      .match(/\p{Script=Latin}+/gu);
    return words ? [`${key}: ${words.join(' ')}`] : [];
  });

/** The sources of a project, without its tests and texts. */
const readSources = (project: string): string[] => {
  const folder = join(root, project, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /(?<!\.spec)\.tsx?$|^(constants|audit)\/.*\.json$/.test(file) &&
        !/^(testing|texts)\b/.test(file),
    )
    .map((file) => readFileSync(join(folder, file), 'utf8'));
};

/** Where a template puts in a value. */
const HOLE = /\$\{[^}`]*\}/g;
/** Finds quoted texts that may be keys. */
const QUOTED = /(['"`])(?<key>(?:[\w:.-]|\$\{[^}`]*\})+)\1/g;
/** A key that the audit trail looks up by a group and a value. */
const IN_GROUP = /\bknown\('(?<group>\w+)', (?:`(?<value>[^`]+)`)?/g;

/** The keys that `found` finds in a source of the web, each in all namespaces that it can mean there. */
const readKeys = (source: string, found: RegExp): string[][] => {
  const namespaces = [
    ...source.matchAll(/(?:useTranslation\(\[?|getFixedT\(null, )(?:'(\w+)')?/g),
  ].map(([, namespace = 'common']) => namespace);
  return [...source.matchAll(found)]
    .map(({ groups: { key = '', group, value = '${value}' } = {} }) =>
      group ? `${group}.${value}` : key,
    )
    .filter((key) => /[a-z]/i.test(key.replace(HOLE, '')))
    .map((key) =>
      /^\w+:/.test(key)
        ? [key.replace(':', '.')]
        : namespaces.map((namespace) => `${namespace}.${key}`),
    );
};

/** Namespaces whose keys are the names of codes and properties. */
const NAMESPACES_OF_CODES = /^(documents|error(s|Titles)|faults|gateway|legalPages|mails|states)$/;

const variant = /_(zero|one|other|none|moved|answers|entries|images|rest)$/;

/** Keys that no source uses; a value that is part of a key must be a name in the sources. */
export const findUnusedKeys = (texts: Texts): string[] => {
  const web = readSources('web');
  const services = ['billing', 'catalog', 'contracts', 'media', 'ops'];
  const servers = ['gateway', ...services.map((name) => `services/${name}`)].flatMap((project) =>
    readSources(project),
  );
  const names = new Set(
    [...web, ...servers].flatMap((source) => [
      ...(source.match(/[\w-]+/g) ?? []),
      ...(source.match(/(?<=['"])[\w -]+(?=['"])/g) ?? []),
    ]),
  );
  const used = new Set(
    web.flatMap((source) => [...readKeys(source, QUOTED), ...readKeys(source, IN_GROUP)].flat()),
  );
  const patterns = [...used]
    .filter((key) => key.includes('${'))
    .map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replace(HOLE, '([\\w -]+)')}$`));
  const isUsed = (key: string): boolean => {
    const [namespace = '', ...parts] = key.split('.');
    if (NAMESPACES_OF_CODES.test(namespace)) return parts.every((part) => names.has(part));
    return (
      used.has(key) ||
      patterns.some((pattern) =>
        pattern
          .exec(key)
          ?.slice(1)
          .every((value) => names.has(value)),
      )
    );
  };
  return Object.keys(texts).filter(
    // A plural form, a reason of an error or a quota of `RATE_LIMITED` is used with its key.
    (key) => !isUsed(key) && !isUsed(key.replace(variant, '')),
  );
};
