import type { Lexicon } from './lexicon.js';
import type { MatchedWords } from './matched-words.js';
import { kinds } from './tiers.js';

/** Shorter terms with two wrong letters, or with one in their sound, mean anything. */
const MIN_LETTERS = 6;
const MAX_TYPOS = 2;

/** How many letters are left out, put in, exchanged or swapped with their neighbour (optimal string alignment). */
function countTypos(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped =
        row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] as number) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] as number;
}

/**
 * The word that a misspelt term means: the term where words begin with it, else the nearest word of a name,
 * and of several as near the most frequent one.
 * @param matched what answers to the term, with typos
 * @param countNames in how many names a word is
 */
export function findMeant(
  term: string,
  matched: MatchedWords,
  lexicon: Lexicon,
  countNames: (word: number) => number,
): string | undefined {
  const best: { word?: string; typos: number; names: number } = { typos: Infinity, names: 0 };
  const take = (number: number, typos: number) => {
    const names = countNames(number);
    if (names === 0 || typos > best.typos || (typos === best.typos && names <= best.names)) return;
    Object.assign(best, { word: lexicon.getWord(number), typos, names });
  };
  for (const number of matched.words) {
    if ((matched.getStart(number) as number) <= kinds.sound) return term;
    const whole = matched.getWhole(number);
    const isNear = whole === kinds.typo || term.length >= MIN_LETTERS;
    if (whole !== undefined && isNear) take(number, whole);
  }
  if (matched.words.length === 0 && term.length >= MIN_LETTERS)
    lexicon.forEachIn(lexicon.prefixRange(term.charAt(0)), (number) => {
      const word = lexicon.getWord(number);
      if (Math.abs(word.length - term.length) > MAX_TYPOS || countNames(number) === 0) return;
      const typos = countTypos(word, term);
      if (typos <= MAX_TYPOS) take(number, typos);
    });
  return best.word;
}
