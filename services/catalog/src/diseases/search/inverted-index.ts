import type { WordIds } from './lexicon.js';
import { Postings } from './postings.js';

/** Called when a word appears for the first time, and when its last document is removed. */
export interface WordListener {
  onWordAdded(number: number, word: string): void;
  onWordRemoved(number: number, word: string): void;
}

/** From words to documents, one list for each field. */
export class InvertedIndex<L extends WordIds> {
  readonly fields: readonly Postings[];

  /** @param capacity how many documents there is room for at present */
  constructor(
    readonly lexicon: L,
    fields: number,
    capacity: () => number,
    private readonly listener?: WordListener,
  ) {
    this.fields = Array.from({ length: fields }, () => new Postings(capacity));
  }

  get byteLength(): number {
    const lists = this.fields.reduce((sum, postings) => sum + postings.byteLength, 0);
    return this.lexicon.byteLength + lists;
  }

  /** Adds one document's words; must not be mixed with another document's. */
  add(field: number, words: Iterable<string>, document: number): void {
    const postings = this.fields[field];
    for (const word of words) {
      let number = this.lexicon.findId(word);
      if (number === undefined) {
        number = this.lexicon.add(word);
        this.listener?.onWordAdded(number, word);
      }
      postings?.add(number, document);
    }
  }

  /** Removes what {@link add} added. */
  remove(field: number, words: Iterable<string>, document: number): void {
    for (const word of words) {
      const number = this.lexicon.findId(word);
      if (number === undefined) continue;
      this.fields[field]?.remove(number, document);
      if (this.fields.some((postings) => postings.count(number) > 0)) continue;
      this.listener?.onWordRemoved(number, word);
      this.lexicon.remove(number);
    }
  }
}
