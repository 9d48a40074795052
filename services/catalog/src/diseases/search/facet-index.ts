import type { Bitmap } from './bitmap.js';
import { InvertedIndex } from './inverted-index.js';

/** What a disease can be filtered by, as one text, for example `color:red`. */
export type Facet = `${string}:${string}`;

/** Which documents have which facets. */
export class FacetIndex {
  private readonly index: InvertedIndex;
  /** By document, the numbers of its facets. */
  private readonly held: (readonly number[] | undefined)[] = [];

  /** @param capacity how many documents there is room for at present */
  constructor(capacity: () => number) {
    this.index = new InvertedIndex(1, capacity);
  }

  get byteLength(): number {
    return this.index.byteLength;
  }

  /** Gives a document these facets in place of those that it had. */
  set(document: number, facets: readonly Facet[]): void {
    this.remove(document);
    if (facets.length === 0) return;
    this.index.add(0, facets, document);
    this.held[document] = facets.map((facet) => this.index.lexicon.getId(facet));
  }

  /** Returns the facets that the document had. */
  remove(document: number): readonly Facet[] {
    const numbers = this.held[document];
    if (!numbers) return [];
    const facets = numbers.map((number) => this.index.lexicon.getWord(number) as Facet);
    this.index.remove(0, facets, document);
    this.held[document] = undefined;
    return facets;
  }

  /** Adds the documents that have a facet to `target`, which has room for all documents. */
  addTo(facet: Facet, target: Bitmap): void {
    const number = this.index.lexicon.findId(facet);
    if (number !== undefined) this.index.fields[0]?.addTo(number, target);
  }

  /** How many documents, or of those in `within`, have each facet of a kind; none is left out. */
  *count(kind: string, within?: Bitmap): Generator<[value: string, count: number]> {
    const { lexicon, fields } = this.index;
    for (const [facet, number] of lexicon.entries()) {
      if (!facet.startsWith(`${kind}:`)) continue;
      const count = fields[0]?.count(number, within) ?? 0;
      if (count > 0) yield [facet.slice(kind.length + 1), count];
    }
  }
}
