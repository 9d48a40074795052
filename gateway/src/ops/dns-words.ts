import { domainToUnicode } from 'node:url';
import type { DnsFinding, DnsFindingCode, Locale } from '@ctdb/contracts';
import { en } from './dns-words.en.js';
import { kn } from './dns-words.kn.js';

type Say = (about: { readonly host: string; readonly days: number }) => string;

/** The words of one language. */
export interface FindingWords {
  readonly words: Readonly<Record<DnsFindingCode, { readonly said: Say; readonly todo: Say }>>;
  /** What should be and what is; either may be all that is known. */
  readonly both: (expected: string, found: string) => string;
  readonly expected: (expected: string) => string;
  readonly found: (found: string) => string;
}

const languages: Readonly<Record<Locale, FindingWords>> = { en, kn };

const compared = (
  { both, expected: only, found: seen }: FindingWords,
  { expected, found = [] }: DnsFinding,
): string[] => {
  const list = found.join(', ');
  if (expected !== undefined) return [list === '' ? only(expected) : both(expected, list)];
  return list === '' ? [] : [seen(list)];
};

const aboutOf = ({ host = '', days = 0 }: DnsFinding) => ({ host: domainToUnicode(host), days });

const said = (language: FindingWords, finding: DnsFinding): string =>
  [language.words[finding.code].said(aboutOf(finding)), ...compared(language, finding)].join(' ');

const todo = ({ words }: FindingWords, finding: DnsFinding): string =>
  words[finding.code].todo(aboutOf(finding));

/** Findings in words: what is wrong, and what can be done about it and about the rest. */
export const findingWords = (
  findings: readonly DnsFinding[],
  locale: Locale,
): { errors: string[]; recommendations: string[] } => {
  const language = languages[locale];
  const isError = ({ severity }: DnsFinding) => severity === 'error';
  const recommendations = findings.map((finding) =>
    isError(finding)
      ? todo(language, finding)
      : `${said(language, finding)} ${todo(language, finding)}`,
  );
  return {
    errors: findings.filter(isError).map((finding) => said(language, finding)),
    // Several faults may have one remedy.
    recommendations: [...new Set(recommendations)],
  };
};
