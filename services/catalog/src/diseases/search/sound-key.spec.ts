import { expect, it } from 'vitest';
import { toSoundKey, toSoundTerm } from './sound-key.js';
import { tokenize } from './tokenize.js';

const foldText = (word: string) => tokenize(word)[0] ?? '';

/** Kannada words of a registry and how people write them in Latin letters. */
const spellings: Readonly<Record<string, string>> = {
  ಮಧುಮೇಹ: 'madhumeha madhumēha maduméha madhumeh madumeha madhumeeha MADHUMEHA',
  ಜ್ವರ: 'jvara jwara jwar zwara',
  ಹೃದಯ: 'hrudaya hridaya hrudhaya hruday hr̥daya hrdaya',
  ಶ್ವಾಸಕೋಶ: 'shwasakosha shvasakosa swasakosha shvaasakosha śvāsakōśa',
  ಉಸಿರಾಟ: 'usirata usiraata usiraat',
  ಮೂತ್ರಪಿಂಡ: 'mutrapinda moothrapinda mootrapinda mūtrapiṇḍa muthrapimda',
  ನಿದ್ರಾಹೀನತೆ: 'nidraheenate nidrahinathe nidhrahinate nidraaheenathe',
  ಕ್ಷಯ: 'kshaya xaya kṣaya ksaya',
  ಪಿತ್ತ: 'pitta pitha pittha',
  ಕಫ: 'kapha kafa',
  ಕ್ಯಾನ್ಸರ್: 'kyansar kyaansar kyansara',
  ಸ್ತ್ರೀರೋಗ: 'streeroga striroga strirog',
  ಔಷಧ: 'aushadha oushadha owshadha avshadha aushadh',
  ದುಃಖ: 'duhkha dukkha dukha',
  ಕುಷ್ಠರೋಗ: 'kushtharoga kushtaroga kustaroga kushtarog',
  ಮೂರ್ಛೆ: 'murche moorchhe murchhe',
  ಡೆಂಗ್ಯೂ: 'dengyu dengyoo',
  ಸಂಬಂಧ: 'sambandha sambandh sanbandha sambamdha',
  ಜ್ಞಾಪಕ: 'jnapaka gnapaka jnaapaka',
  ಕ್ರಿಮಿ: 'krimi krumi krmi',
  ಬ್ರಹ್ಮ: 'brahma bramha',
};

it.each(Object.entries(spellings))('romanised Kannada %s is found as %s', (word, variants) => {
  const key = toSoundKey(foldText(word));
  const missed = variants
    .split(' ')
    .filter((variant) => !toSoundTerm(foldText(variant)).whole.includes(key ?? ''));
  expect(missed).toEqual([]);
});

it('romanised Kannada keeps different words apart', () => {
  const keys = Object.keys(spellings).map((word) => toSoundKey(foldText(word)));
  expect(new Set(keys).size).toBe(keys.length);
});

it('romanised Kannada finds a word while it is being typed', () => {
  const missed = Object.entries(spellings).flatMap(([word, variants]) => {
    const key = toSoundKey(foldText(word)) ?? '';
    const typed = foldText(variants.split(' ')[0] ?? '');
    const starts = Array.from({ length: Math.max(0, typed.length - 5) }, (_, more) =>
      typed.slice(0, 5 + more),
    );
    return starts.filter(
      (start) => !toSoundTerm(start).prefixes.some((prefix) => key.startsWith(prefix)),
    );
  });
  expect(missed).toEqual([]);
});

it.each([
  ['ಸಂಬಂಧ', 'ಸಮ್ಬನ್ಧ'],
  ['ಮಧುಮೇಹ', 'ಮದುಮೆಹ'],
  ['ಶಂಖ', 'ಶಙ್ಖ'],
  ['ಕೆಮ್ಮು', 'ಕೆಮು'],
])('romanised Kannada %s in other Kannada letters is %s', (word, variant) => {
  expect(toSoundKey(variant)).toBe(toSoundKey(word));
});

it('romanised Kannada reads `ee` and `oo` in a limited number of ways', () => {
  expect(toSoundTerm('koo'.repeat(60)).typos.length).toBeLessThanOrEqual(8);
});

it('romanised Kannada gives no key to words in other scripts, digits and short Latin terms', () => {
  expect(toSoundKey('b12')).toBeUndefined();
  expect(toSoundKey('123')).toBeUndefined();
  for (const term of ['ka', '2000', 'b12', 'жар']) {
    expect(toSoundTerm(term)).toEqual({ whole: [], prefixes: [], typos: [] });
  }
});
