import { expect, it } from 'vitest';
import { tokenize } from './tokenize.js';

it.each([
  ['Latin accents', 'Ménière Sjögren İltihap Łódź Øre', 'meniere sjogren iltihap lodz ore'],
  ['vowel signs beside a Latin accent', 'cafe\u0301 ಮೂತ್ರಕೋಶ', 'cafe ಮೂತ್ರಕೋಶ'],
  ['signs', "Crohn's (type-೨), ಮಧುಮೇಹ/ಜ್ವರ; 50%", 'crohn s type 2 ಮಧುಮೇಹ ಜ್ವರ 50'],
  ['spaces, of signs and emoji alone', ' .*+?^${}()|[]\\ 🙂 \u200d', '.*+?^${}()|[]\\ 🙂'],
])('tokenize finds the words between %s', (_what, text, words) => {
  expect(tokenize(text).join(' ')).toBe(words);
});
