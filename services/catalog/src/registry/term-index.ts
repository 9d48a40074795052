import { InvertedIndex } from './inverted-index.js';
import { Lexicon, type WordRange } from './lexicon.js';
import { wordsWithOneTypo } from './one-typo.js';
import { romanTermOf } from './roman-key.js';
import { RomanWords } from './roman-words.js';

const VIRAMA = '\u0ccd';

/** How a word answers to a query term, the best first. */
export type MatchKind = 'word' | 'prefix' | 'romanWord' | 'romanPrefix' | 'typo' | 'romanTypo';

/** A term as the beginning of a word: while a Kannada letter is being typed it may still end in a virama. */
export function openEnd(term: string): string {
  return term.length > 1 && term.endsWith(VIRAMA) ? term.slice(0, -1) : term;
}

/** The words of some fields, and every way in which a query term finds them. */
export class TermIndex extends InvertedIndex<Lexicon> {
  private readonly roman: RomanWords;

  constructor(fields: number, capacity: () => number) {
    const roman = new RomanWords();
    super(new Lexicon(), fields, capacity, roman);
    this.roman = roman;
  }

  settle(): void {
    this.lexicon.settle();
    this.roman.lexicon.settle();
  }

  /** Calls `found` for every word that answers to `term`; a word may come up several times. */
  match(term: string, found: (kind: MatchKind, word: number) => void): void {
    const whole = this.lexicon.numberOf(term);
    if (whole !== undefined) found('word', whole);
    const own = (kind: MatchKind) => (range: WordRange) => {
      const order = this.lexicon.order;
      for (let at = range.from; at < range.to; at++) found(kind, order[at] as number);
    };
    own('prefix')(this.lexicon.withPrefix(openEnd(term)));
    wordsWithOneTypo(this.lexicon, term, own('typo'));
    this.matchRoman(term, found);
  }

  private matchRoman(term: string, found: (kind: MatchKind, word: number) => void): void {
    const { lexicon } = this.roman;
    const { whole, prefixes, typos } = romanTermOf(term);
    const each = (kind: MatchKind, key: number) => {
      for (const word of this.roman.wordsOf(key)) found(kind, word);
    };
    for (const key of whole) {
      const number = lexicon.numberOf(key);
      if (number !== undefined) each('romanWord', number);
    }
    const inRange = (kind: MatchKind) => (range: WordRange) =>
      eachIn(lexicon, range, (key) => {
        each(kind, key);
      });
    for (const prefix of prefixes) inRange('romanPrefix')(lexicon.withPrefix(prefix));
    for (const stem of typos) wordsWithOneTypo(lexicon, stem, inRange('romanTypo'));
  }
}

function eachIn(lexicon: Lexicon, range: WordRange, visit: (number: number) => void): void {
  const order = lexicon.order;
  for (let at = range.from; at < range.to; at++) visit(order[at] as number);
}
