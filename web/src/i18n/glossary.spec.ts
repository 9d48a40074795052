import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { categoryNamesKn, colorNamesKn, glossary } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { findLatinWords, findRefusedWords, joinNamespaces } from '../testing/text-checks';
import { readTexts } from '../testing/text-checks';
import { bilingualTexts } from './bilingual';

const english = joinNamespaces({
  ...readTexts('en'),
  bilingual: { care: bilingualTexts.care.en, sentence: bilingualTexts.sentence.en },
});
const kannada = joinNamespaces({
  ...readTexts('kn'),
  bilingual: { care: bilingualTexts.care.kn, sentence: bilingualTexts.sentence.kn },
  category: categoryNamesKn,
  term: Object.fromEntries(glossary.map(({ key, kn }) => [key, kn])),
});

/** Files of other texts that people see. */
const files = [
  'web/index.html',
  'gateway/src/site/site-handler.ts',
  'infra/paypal-sandbox/src/page/texts.json',
];

it('has no word that the glossary has replaced', () => {
  expect(findRefusedWords(english)).toEqual([]);
  expect(findRefusedWords(kannada)).toEqual([]);
});

it.each(files)('has no such word in %s', (file) => {
  const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
  expect(findRefusedWords({ [file]: text })).toEqual([]);
});

it('has no English word in Kannada beside names', () => {
  expect(findLatinWords(kannada)).toEqual([]);
});

// The catalog keeps the names of the built-in colors from added ones.
it.each([
  ['categories in the audit trail', 'audit.word', categoryNamesKn],
  ['built-in colors', 'vocabulary.color', colorNamesKn],
])('names %s as everywhere else', (_what, group, names) => {
  const named = Object.keys(names).map((name) => [name, kannada[`${group}.${name}`]]);
  expect(Object.fromEntries(named)).toEqual(names);
});

it('finds a word where it begins a word, and no part of another', () => {
  const find = (text: string, key = 'trash.intro') => findRefusedWords({ [key]: text });
  const words = ['ಜಾಲತಾಣಕ್ಕೆ', 'ಚಂದಾದಾರಿಕೆ', 'Colours', 'ತಾಣಕ್ಕೆ', 'ಚಂದಾ', 'ಪ್ರವೇಶ'];
  expect(words.map((word) => find(word).length)).toEqual([0, 0, 1, 1, 1, 1]);
  expect(find('ಪ್ರವೇಶ', 'access.title')).toEqual([]);
  expect(findLatinWords({ 'trash.intro': 'PayPal ಮೂಲಕ {{name}} pay ಮಾಡಿ' })).toEqual([
    'trash.intro: pay',
  ]);
});
