import { InvertedIndex } from './inverted-index.js';
import { Lexicon, type WordRange } from './lexicon.js';
import { wordsWithOneTypo } from './one-typo.js';
import { toRomanTerm } from './roman-key.js';
import { RomanKeyIndex } from './roman-key-index.js';

const VIRAMA = '\u0ccd';

/** How a word answers to a query term, the best first. */
export type MatchKind = 'word' | 'prefix' | 'romanWord' | 'romanPrefix' | 'typo' | 'romanTypo';

/** A term as the beginning of a word: while a Kannada letter is being typed it may still end in a virama. */
export function prefixForm(term: string): string {
  return term.length > 1 && term.endsWith(VIRAMA) ? term.slice(0, -1) : term;
}

/** The words of some fields, and every way in which a query term finds them. */
export class TermIndex extends InvertedIndex<Lexicon> {
  private readonly roman: RomanKeyIndex;

  constructor(fields: number, capacity: () => number) {
    const roman = new RomanKeyIndex();
    super(new Lexicon(), fields, capacity, roman);
    this.roman = roman;
  }

  sortPending(): void {
    this.lexicon.sortPending();
    this.roman.lexicon.sortPending();
  }

  /** Calls `found` for every word that answers to `term`; a word may come up several times. */
  match(term: string, found: (kind: MatchKind, word: number) => void): void {
    const whole = this.lexicon.findId(term);
    if (whole !== undefined) found('word', whole);
    const own = (kind: MatchKind) => (range: WordRange) => {
      const order = this.lexicon.order;
      for (let at = range.from; at < range.to; at++) found(kind, order[at] as number);
    };
    own('prefix')(this.lexicon.prefixRange(prefixForm(term)));
    wordsWithOneTypo(this.lexicon, term, own('typo'));
    this.matchRoman(term, found);
  }

  private matchRoman(term: string, found: (kind: MatchKind, word: number) => void): void {
    const { lexicon } = this.roman;
    const { whole, prefixes, typos } = toRomanTerm(term);
    const each = (kind: MatchKind, key: number) => {
      for (const word of this.roman.getWords(key)) found(kind, word);
    };
    for (const key of whole) {
      const number = lexicon.findId(key);
      if (number !== undefined) each('romanWord', number);
    }
    const inRange = (kind: MatchKind) => (range: WordRange) =>
      eachIn(lexicon, range, (key) => {
        each(kind, key);
      });
    for (const prefix of prefixes) inRange('romanPrefix')(lexicon.prefixRange(prefix));
    for (const stem of typos) wordsWithOneTypo(lexicon, stem, inRange('romanTypo'));
  }
}

function eachIn(lexicon: Lexicon, range: WordRange, visit: (number: number) => void): void {
  const order = lexicon.order;
  for (let at = range.from; at < range.to; at++) visit(order[at] as number);
}
