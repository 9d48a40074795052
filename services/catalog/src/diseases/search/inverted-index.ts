import { Lexicon } from './lexicon.js';
import { Postings } from './postings.js';

/** From words to documents, one list for each field. */
export class InvertedIndex {
  readonly lexicon = new Lexicon();
  readonly fields: readonly Postings[];

  /** @param capacity how many documents there is room for at present */
  constructor(fields: number, capacity: () => number) {
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
      const number = this.lexicon.findId(word) ?? this.addWord(word);
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
      this.removeWord(number, word);
    }
  }

  /** A word appears for the first time. */
  protected addWord(word: string): number {
    return this.lexicon.add(word);
  }

  /** The last document of a word is removed. */
  protected removeWord(number: number, _word: string): void {
    this.lexicon.remove(number);
  }
}
