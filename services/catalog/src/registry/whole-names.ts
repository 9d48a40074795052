import type { Bitmap } from './bitmap.js';
import { InvertedIndex } from './inverted-index.js';
import { romanNamePart, romanNamesOf } from './roman-key.js';
import { Lexicon, WordNumbers } from './lexicon.js';
import { RankedSetsBuilder, type RankedSets } from './ranked-sets.js';
import { isKannada } from './romanise.js';
import type { Scratch } from './scratch.js';
import { openEnd } from './term-index.js';
import { tiers } from './tiers.js';

/** Names as a whole: their words in order with one blank between, both scripts in one list. */
export class WholeNames {
  private readonly names: InvertedIndex<Lexicon>;
  private readonly romanNames: InvertedIndex<WordNumbers>;

  constructor(capacity: () => number) {
    this.names = new InvertedIndex(new Lexicon(), 1, capacity);
    this.romanNames = new InvertedIndex(new WordNumbers(), 1, capacity);
  }

  add(words: readonly string[], document: number): void {
    this.names.add(0, [words.join(' ')], document);
    const roman = romanNameOf(words);
    if (roman !== undefined) this.romanNames.add(0, [roman], document);
  }

  remove(words: readonly string[], document: number): void {
    this.names.remove(0, [words.join(' ')], document);
    const roman = romanNameOf(words);
    if (roman !== undefined) this.romanNames.remove(0, [roman], document);
  }

  settle(): void {
    this.names.lexicon.settle();
  }

  /** Documents whose name is, sounds like or begins like the query. */
  match(terms: readonly string[], scratch: Scratch): RankedSets {
    const found = new RankedSetsBuilder(scratch);
    const name = terms.join(' ');
    collect(this.names, name, () => found.at(tiers.exactName));
    for (const roman of romanNamesOf(terms)) {
      collect(this.romanNames, roman, () => found.at(tiers.exactRomanName));
    }
    const { lexicon, fields } = this.names;
    const { from, to } = lexicon.withPrefix(openEnd(name));
    const order = lexicon.order;
    for (let at = from; at < to; at++) {
      fields[0]?.addTo(order[at] as number, found.at(tiers.namePrefix));
    }
    return found.build();
  }
}

function collect(index: InvertedIndex<WordNumbers>, name: string, target: () => Bitmap): void {
  const number = index.lexicon.numberOf(name);
  if (number !== undefined) index.fields[0]?.addTo(number, target());
}

function romanNameOf(words: readonly string[]): string | undefined {
  return words.some(isKannada) ? words.map(romanNamePart).join(' ') : undefined;
}
