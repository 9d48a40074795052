import type { Bitmap } from './bitmap.js';
import { InvertedIndex } from './inverted-index.js';
import { toRomanNamePart, toRomanNames } from './roman-key.js';
import { Lexicon, WordIds } from './lexicon.js';
import { RankedSetsBuilder, type RankedSets } from './ranked-sets.js';
import { isKannada } from './romanise.js';
import type { BitmapPool } from './bitmap-pool.js';
import { prefixForm } from './term-index.js';
import { tiers } from './tiers.js';

/** Names as a whole: their words in order with one blank between, both scripts in one list. */
export class FullNameIndex {
  private readonly names: InvertedIndex<Lexicon>;
  private readonly romanNames: InvertedIndex<WordIds>;

  constructor(capacity: () => number) {
    this.names = new InvertedIndex(new Lexicon(), 1, capacity);
    this.romanNames = new InvertedIndex(new WordIds(), 1, capacity);
  }

  add(words: readonly string[], document: number): void {
    this.names.add(0, [words.join(' ')], document);
    const roman = toRomanName(words);
    if (roman !== undefined) this.romanNames.add(0, [roman], document);
  }

  remove(words: readonly string[], document: number): void {
    this.names.remove(0, [words.join(' ')], document);
    const roman = toRomanName(words);
    if (roman !== undefined) this.romanNames.remove(0, [roman], document);
  }

  sortPending(): void {
    this.names.lexicon.sortPending();
  }

  /** Documents whose name is, sounds like or begins like the query. */
  match(terms: readonly string[], bitmaps: BitmapPool): RankedSets {
    const found = new RankedSetsBuilder(bitmaps);
    const name = terms.join(' ');
    collect(this.names, name, () => found.at(tiers.exactName));
    for (const roman of toRomanNames(terms)) {
      collect(this.romanNames, roman, () => found.at(tiers.exactRomanName));
    }
    const { lexicon, fields } = this.names;
    const { from, to } = lexicon.prefixRange(prefixForm(name));
    const order = lexicon.order;
    for (let at = from; at < to; at++) {
      fields[0]?.addTo(order[at] as number, found.at(tiers.namePrefix));
    }
    return found.build();
  }
}

function collect(index: InvertedIndex<WordIds>, name: string, target: () => Bitmap): void {
  const number = index.lexicon.findId(name);
  if (number !== undefined) index.fields[0]?.addTo(number, target());
}

function toRomanName(words: readonly string[]): string | undefined {
  return words.some(isKannada) ? words.map(toRomanNamePart).join(' ') : undefined;
}
