import type { Lexicon, WordRange } from './lexicon.js';

/** Shorter terms are taken as typed. */
const MIN_LETTERS = 4;
/** From here on the last letter may be wrong while the word is still being typed; before, too little is left of it. */
const MIN_LETTERS_OPEN_END = 5;

const letters = /[\p{L}\p{M}]/gu;

const isEmpty = (range: WordRange) => range.from >= range.to;

/** The word of a range that is no longer than `depth`; it is the first if there is one. */
function onlyWhole(lexicon: Lexicon, range: WordRange, depth: number): WordRange {
  const first = lexicon.order[range.from];
  const whole = !isEmpty(range) && first !== undefined && lexicon.getWord(first).length === depth;
  return { from: range.from, to: whole ? range.from + 1 : range.from };
}

/**
 * Words that are or begin with `term` after one letter is left out, put in, exchanged or swapped
 * with its neighbour (Damerau). Ranges may overlap; the words of one share their first `depth` code
 * units, which are the term with its typo. Found by walking the sorted words, so that it needs no
 * index of its own and grows with the logarithm of their number.
 */
export function wordsWithOneTypo(
  lexicon: Lexicon,
  term: string,
  found: (range: WordRange, depth: number) => void,
): void {
  const length = term.match(letters)?.length ?? 0;
  if (length < MIN_LETTERS) return;
  const last = term.length - 1;
  const emit = (at: number, depth: number, range: WordRange) => {
    if (isEmpty(range)) return;
    const open = at < last || length >= MIN_LETTERS_OPEN_END;
    const kept = open ? range : onlyWhole(lexicon, range, depth);
    if (!isEmpty(kept)) found(kept, depth);
  };
  let range: WordRange = { from: 0, to: lexicon.size };
  for (let at = 0; at <= term.length && !isEmpty(range); at++) {
    const atEnd = at === term.length;
    const unit = term.charCodeAt(at);
    const rest = term.slice(at + 1);
    // One letter too many.
    if (!atEnd) emit(at, last, lexicon.narrowRange(range, at, rest));
    if (at < last && unit !== term.charCodeAt(at + 1)) {
      const swapped = term.charAt(at + 1) + term.charAt(at) + term.slice(at + 2);
      emit(0, last + 1, lexicon.narrowRange(range, at, swapped));
    }
    let from = lexicon.lowerBound(range.from, range.to, at, 0);
    while (from < range.to) {
      const other = lexicon.getWord(lexicon.order[from] as number).charCodeAt(at);
      const to = lexicon.lowerBound(from, range.to, at, other + 1);
      const child = { from, to };
      // Another letter in its place, and one letter too few.
      if (!atEnd && other !== unit) emit(at, last + 1, lexicon.narrowRange(child, at + 1, rest));
      emit(atEnd ? at : 0, last + 2, lexicon.narrowRange(child, at + 1, term.slice(at)));
      from = to;
    }
    if (!atEnd) range = lexicon.narrowRange(range, at, term.charAt(at));
  }
}
