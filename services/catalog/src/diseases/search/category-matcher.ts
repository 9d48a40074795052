import { categories, categoryNamesKn, type Category } from '@ctdb/contracts';
import { MatchedWords } from './matched-words.js';
import { TermIndex } from './term-index.js';
import { tokenize } from './tokenize.js';

/** Finds categories by the words of their English and Kannada names. */
export class CategoryMatcher {
  private readonly index = new TermIndex(1, () => categories.length);
  private readonly matched = new MatchedWords();

  constructor() {
    categories.forEach((category, number) => {
      const names = `${category} ${categoryNamesKn[category]}`;
      this.index.add(0, tokenize(names), number);
    });
  }

  /** The categories that a query term answers to. */
  match(term: string, allowsTypo: boolean): Category[] {
    const numbers = new Uint32Array(1);
    this.matched.clear();
    this.index.match(term, this.matched);
    if (allowsTypo) this.index.matchTypos(term, this.matched);
    for (const word of this.matched.words) this.index.fields[0]?.addTo(word, numbers);
    return categories.filter((_category, number) => ((numbers[0] ?? 0) >>> number) & 1);
  }
}
