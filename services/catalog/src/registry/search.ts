import { categories, categoryNamesKn, type Category } from '@ctdb/contracts';
import { orInto, type Bitmap } from './bitmap.js';
import { tokenize } from './fold-text.js';
import {
  intersectRanked,
  promote,
  RankedSetsBuilder,
  filterRanked,
  type RankedSets,
} from './ranked-sets.js';
import { BitmapPool } from './bitmap-pool.js';
import type { RegistrySummary } from './summary.js';
import { TermIndex } from './term-index.js';
import { nameTiers, notesTiers, tiers } from './tiers.js';
import { FullNameIndex } from './full-name-index.js';

const NAME = 0;
const NOTES = 1;

/** Finds categories by the words of their English and Kannada names. */
class CategoryMatcher {
  private readonly index = new TermIndex(1, () => categories.length);

  constructor() {
    categories.forEach((category, number) => {
      const names = `${category} ${categoryNamesKn[category]}`;
      this.index.add(0, tokenize(names), number);
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

/** The words of all documents and what queries find by them. */
export class Search {
  private readonly words: TermIndex;
  private readonly names: FullNameIndex;
  private readonly categories = new CategoryMatcher();
  private readonly bitmaps: BitmapPool;

  /**
   * @param capacity how many documents there is room for at present
   * @param bitsOf the documents of a category
   */
  constructor(
    capacity: () => number,
    private readonly bitsOf: (category: Category) => Bitmap,
  ) {
    this.words = new TermIndex(2, capacity);
    this.names = new FullNameIndex(capacity);
    this.bitmaps = new BitmapPool(capacity);
  }

  add(entry: RegistrySummary, document: number): void {
    for (const name of [entry.nameEn, entry.nameKn]) {
      const words = tokenize(name);
      this.words.add(NAME, words, document);
      this.names.add(words, document);
    }
    this.words.add(NOTES, tokenize(entry.notes), document);
  }

  remove(entry: RegistrySummary, document: number): void {
    for (const name of [entry.nameEn, entry.nameKn]) {
      const words = tokenize(name);
      this.words.remove(NAME, words, document);
      this.names.remove(words, document);
    }
    this.words.remove(NOTES, tokenize(entry.notes), document);
  }

  sortPending(): void {
    this.words.sortPending();
    this.names.sortPending();
  }

  /** Documents that answer to all `terms`, which are in the order typed; valid until the next search. */
  find(terms: readonly string[], category: Category | undefined): RankedSets {
    this.bitmaps.reset();
    let sets: RankedSets | undefined;
    for (const term of new Set(terms)) {
      const matched = this.match(term);
      sets = sets === undefined ? matched : intersectRanked(sets, matched, this.bitmaps);
      if (sets.length === 0) return [];
    }
    if (sets === undefined) return [];
    const ranked = promote(this.names.match(terms, this.bitmaps), sets);
    if (category !== undefined) filterRanked(ranked, this.bitsOf(category));
    return ranked;
  }

  private match(term: string): RankedSets {
    const found = new RankedSetsBuilder(this.bitmaps);
    const [inName, inNotes] = this.words.fields;
    this.words.match(term, (kind, word) => {
      if (inName !== undefined && inName.count(word) > 0) {
        inName.addTo(word, found.at(nameTiers[kind]));
      }
      const tier = notesTiers[kind];
      if (tier !== undefined && inNotes !== undefined && inNotes.count(word) > 0) {
        inNotes.addTo(word, found.at(tier));
      }
    });
    for (const category of this.categories.match(term)) {
      orInto(found.at(tiers.category), this.bitsOf(category));
    }
    return found.build();
  }
}
