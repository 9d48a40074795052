import { describe, expect, it } from 'vitest';
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

describe('wordsWithOneTypo', () => {
  it('knows the four kinds of typo at every place', () => {
    const term = 'fever';
    const words = ['ever', 'fver', 'feer', 'fevr', 'feve', 'efver', 'fveer', 'feevr', 'fevre'];
    words.push('xever', 'fexer', 'fevex', 'xfever', 'fexver', 'fevexr', 'feverx');
    expect(found([...words, 'fvre', 'veer', 'xfevex', 'fe'], term)).toEqual(words.sort());
  });

  it('lets the word go on', () => {
    expect(found(['feverish', 'xevrish', 'fvrish', 'fxvxrish'], 'fevr')).toEqual([
      ...['feverish', 'fvrish', 'xevrish'],
    ]);
  });

  it('wants whole words where the last of four letters is wrong', () => {
    expect(found(['col', 'cole', 'colon', 'cool', 'cooled'], 'cold')).toEqual(['col', 'cole']);
    expect(found(['colo', 'colony', 'colt'], 'color')).toEqual(['colo', 'colony']);
  });

  it('tells where the term with its typo ends in the word', () => {
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

  it('does nothing below four letters', () => {
    expect(found(['abd', 'ab', 'abcd'], 'abc')).toEqual([]);
    expect(found(['1234', '1235'], '1234')).toEqual([]);
  });

  it('counts Kannada by code points', () => {
    expect(found(['ಮಧುಮೇಹ', 'ಮಧುಮೋಹ', 'ಮಧುರ'], 'ಮಧುಮೆಹ')).toEqual(['ಮಧುಮೇಹ', 'ಮಧುಮೋಹ']);
  });
});
