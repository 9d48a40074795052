import { expect, it } from 'vitest';
import { foldText, tokenize } from './fold-text.js';

it.each([
  ['upper case', 'DIABETES Mellitus', 'diabetes mellitus'],
  ['Latin accents', 'Ménière Sjögren-Ångström', 'meniere sjogren-angstrom'],
  ['decomposed accents', 'Me\u0301nie\u0300re', 'meniere'],
  ['letters without decomposition', 'Weiß Øre Œdem Łódź', 'weiss ore oedem lodz'],
  ['the dotted capital I', 'İltihap', 'iltihap'],
  ['compatibility forms', 'ﬁbrosis Ⅳ ＡＢ', 'fibrosis iv ab'],
  ['zero-width non-joiner', 'ಕ್ಯಾನ್ಸರ್\u200cನ', 'ಕ್ಯಾನ್ಸರ್ನ'],
  ['zero-width joiner', 'ರ\u200d್ಯ', 'ರ್ಯ'],
  ['nukta', 'ಫ\u0cbcಿ ಜ\u0cbcೂ', 'ಫಿ ಜೂ'],
  ['two-part vowel signs', 'ಮ\u0cc6\u0cc2ಳ\u0cc6', 'ಮೊಳೆ'],
  ['vowel signs beside a Latin accent', 'café ಮೂತ್ರಕೋಶ', 'cafe ಮೂತ್ರಕೋಶ'],
  ['Kannada digits', 'ಹಂತ ೧೨', 'ಹಂತ 12'],
  ['soft hyphen and byte order mark', '\ufeffhyper\u00adtension', 'hypertension'],
])('foldText folds %s', (_what, text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it('foldText folds what is folded already to itself', () => {
  for (const text of ['meniere', 'ಮೊಳೆ ರೋಗ 12', 'ಕ್ಯಾನ್ಸರ್ನ', 'α-thalassemia'])
    expect(foldText(text)).toBe(text);
});

it('tokensOf splits at everything but letters, marks and digits', () => {
  expect(tokenize("Crohn's (type-2), ಮಧುಮೇಹ/ಜ್ವರ; 50%")).toEqual([
    ...['crohn', 's', 'type', '2', 'ಮಧುಮೇಹ', 'ಜ್ವರ', '50'],
  ]);
});

it('tokensOf has none for signs and emoji', () => {
  expect(tokenize(' .*+?^${}()|[]\\ 🙂 \u200d')).toEqual([]);
});
