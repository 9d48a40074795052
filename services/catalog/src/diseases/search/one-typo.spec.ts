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

// Which terms may have a typo, and where its word may go on, is in registry-index.property.spec.ts.
it('wordsWithOneTypo knows the four kinds of typo at every place', () => {
  const term = 'fever';
  const words = ['ever', 'fver', 'feer', 'fevr', 'feve', 'efver', 'fveer', 'feevr', 'fevre'];
  words.push('xever', 'fexer', 'fevex', 'xfever', 'fexver', 'fevexr', 'feverx');
  expect(found([...words, 'fvre', 'veer', 'xfevex', 'fe'], term)).toEqual(words.sort());
});
