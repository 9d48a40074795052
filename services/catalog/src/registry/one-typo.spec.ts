import { expect, it } from 'vitest';
import { Lexicon } from './lexicon.js';
import { wordsWithOneTypo } from './one-typo.js';

function found(words: string[], term: string): string[] {
  const lexicon = new Lexicon();
  for (const word of words) lexicon.add(word);
  const matches = new Set<string>();
  wordsWithOneTypo(lexicon, term, ({ from, to }) => {
    for (const number of lexicon.order.subarray(from, to)) matches.add(lexicon.getWord(number));
  });
  return [...matches].sort();
}

it('wordsWithOneTypo knows the four kinds of typo at every place', () => {
  const term = 'fever';
  const words = ['ever', 'fver', 'feer', 'fevr', 'feve', 'efver', 'fveer', 'feevr', 'fevre'];
  words.push('xever', 'fexer', 'fevex', 'xfever', 'fexver', 'fevexr', 'feverx');
  expect(found([...words, 'fvre', 'veer', 'xfevex', 'fe'], term)).toEqual(words.sort());
});

it.each([
  ['may go on', 'fevr', 'feverish xevrish fvrish', 'fxvxrish'],
  ['is whole where the last of four letters is wrong', 'cold', 'col cole', 'colon cool cooled'],
  ['may go on where the last of five is', 'color', 'colo colony', 'colt'],
  ['has four letters or more', 'abc', '', 'abd ab abcd'],
  ['has letters, not digits', '1234', '', '1235'],
  ['is counted by code points', 'ಮಧುಮೆಹ', 'ಮಧುಮೇಹ ಮಧುಮೋಹ', 'ಮಧುರ'],
])('wordsWithOneTypo %s: %s', (_rule, term, similar, others) => {
  const list = (words: string) => words.split(' ').filter(Boolean);
  expect(found([...list(similar), ...list(others)], term)).toEqual(list(similar).sort());
});

it('wordsWithOneTypo tells where the term with its typo ends in the word', () => {
  const lexicon = new Lexicon();
  for (const word of ['fevers', 'feverish', 'fevre', 'fe']) lexicon.add(word);
  const whole = new Set<string>();
  wordsWithOneTypo(lexicon, 'fever', (range, depth) => {
    lexicon.forEachIn(range, (number) => {
      const word = lexicon.getWord(number);
      if (word.length === depth) whole.add(word);
    });
  });
  expect([...whole].sort()).toEqual(['fevers', 'fevre']);
});
