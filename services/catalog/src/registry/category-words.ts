import { categories, categoryNamesKn, type Category } from '@ctdb/contracts';
import { tokensOf } from './fold-text.js';
import { TermIndex } from './term-index.js';

/** Finds categories by the words of their English and Kannada names. */
export class CategoryWords {
  private readonly index = new TermIndex(1, () => categories.length);

  constructor() {
    categories.forEach((category, number) => {
      const names = `${category} ${categoryNamesKn[category]}`;
      this.index.add(0, tokensOf(names), number);
    });
  }

  /** The categories that a query term answers to. */
  match(term: string): Category[] {
    const numbers = new Uint32Array(1);
    this.index.match(term, (_kind, word) => {
      this.index.fields[0]?.addTo(word, numbers);
    });
    return categories.filter((_category, number) => ((numbers[0] ?? 0) >>> number) & 1);
  }
}
