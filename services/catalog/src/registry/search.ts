import type { Category } from '@ctdb/contracts';
import { addAll, type Bitmap } from './bitmap.js';
import { CategoryWords } from './category-words.js';
import { tokensOf } from './fold-text.js';
import { inBoth, promote, RankedSetsBuilder, restrict, type RankedSets } from './ranked-sets.js';
import { Scratch } from './scratch.js';
import type { RegistrySummary } from './summary.js';
import { TermIndex } from './term-index.js';
import { nameTiers, notesTiers, tiers } from './tiers.js';
import { WholeNames } from './whole-names.js';

const NAME = 0;
const NOTES = 1;

/** The words of all documents and what queries find by them. */
export class Search {
  private readonly words: TermIndex;
  private readonly names: WholeNames;
  private readonly categories = new CategoryWords();
  private readonly scratch: Scratch;

  /**
   * @param capacity how many documents there is room for at present
   * @param bitsOf the documents of a category
   */
  constructor(
    capacity: () => number,
    private readonly bitsOf: (category: Category) => Bitmap,
  ) {
    this.words = new TermIndex(2, capacity);
    this.names = new WholeNames(capacity);
    this.scratch = new Scratch(capacity);
  }

  add(entry: RegistrySummary, document: number): void {
    for (const name of [entry.nameEn, entry.nameKn]) {
      const words = tokensOf(name);
      this.words.add(NAME, words, document);
      this.names.add(words, document);
    }
    this.words.add(NOTES, tokensOf(entry.notes), document);
  }

  remove(entry: RegistrySummary, document: number): void {
    for (const name of [entry.nameEn, entry.nameKn]) {
      const words = tokensOf(name);
      this.words.remove(NAME, words, document);
      this.names.remove(words, document);
    }
    this.words.remove(NOTES, tokensOf(entry.notes), document);
  }

  settle(): void {
    this.words.settle();
    this.names.settle();
  }

  /** Documents that answer to all `terms`, which are in the order typed; valid until the next search. */
  find(terms: readonly string[], category: Category | undefined): RankedSets {
    this.scratch.reset();
    let sets: RankedSets | undefined;
    for (const term of new Set(terms)) {
      const matched = this.match(term);
      sets = sets === undefined ? matched : inBoth(sets, matched, this.scratch);
      if (sets.length === 0) return [];
    }
    if (sets === undefined) return [];
    const ranked = promote(this.names.match(terms, this.scratch), sets);
    if (category !== undefined) restrict(ranked, this.bitsOf(category));
    return ranked;
  }

  private match(term: string): RankedSets {
    const found = new RankedSetsBuilder(this.scratch);
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
      addAll(found.at(tiers.category), this.bitsOf(category));
    }
    return found.build();
  }
}
