import type { MatchedWords } from './matched-words.js';
import { PostingPool } from './postings.js';
import { places, toNameTier, type NamePlace } from './tiers.js';

/** A term that is several words needs so much of the last one: less finds too much. */
export const MIN_JOINED_START = 3;

/** The words that answer to one term of a query. */
export interface TermMatches {
  readonly matched: MatchedWords;
  /** Whether words with a wrong letter are among them. */
  readonly allowsTypo: boolean;
  /** Whether a name has the term, or what sounds like it, as a word. */
  readonly known: boolean;
  /** Whether those words of names that answer best are all Kannada. */
  readonly inKannada: boolean;
}

/** The words of every document's names, in order: how many names, and of each how many words, then their numbers. */
export class NameWords {
  private readonly pool = new PostingPool();
  private readonly starts: number[] = [];

  get byteLength(): number {
    return this.pool.memory.byteLength;
  }

  add(names: readonly (readonly number[])[], document: number): void {
    const cells = [names.length, ...names.flatMap((words) => [words.length, ...words])];
    const start = this.pool.allocate(toBlockSize(cells.length));
    this.pool.memory.set(cells, start);
    this.starts[document] = start;
  }

  remove(document: number): void {
    const start = this.starts[document] as number;
    const end = this.forEachName(document, () => undefined);
    this.pool.release(start, toBlockSize(end - start));
  }

  /** The numbers of the words of each name. */
  get(document: number): Uint32Array[] {
    const { memory } = this.pool;
    const names: Uint32Array[] = [];
    this.forEachName(document, (name) =>
      names.push(memory.subarray(name + 1, name + 1 + (memory[name] as number))),
    );
    return names;
  }

  /** The tier of the best name if its words are or begin with the terms in order, else infinity. */
  rank(document: number, terms: readonly TermMatches[]): number {
    let best = Infinity;
    this.forEachName(document, (name) => (best = Math.min(best, this.rankName(name, terms))));
    return best;
  }

  /**
   * Where a name has `term` as several words, the last one perhaps not to its end; the best place of all names.
   * @param getWord the word of a number
   */
  findJoined(
    document: number,
    term: string,
    getWord: (number: number) => string,
  ): NamePlace | undefined {
    let found: NamePlace | undefined;
    this.forEachName(document, (name) => {
      const count = this.pool.memory[name] as number;
      const words = Array.from(this.pool.memory.subarray(name + 1, name + 1 + count), getWord);
      for (let from = 0; from < count - 1 && found !== places.word; from++)
        found = findJoined(words, from, term) ?? found;
    });
    return found;
  }

  /** Visits where each name of a document begins; returns where the last one ends. */
  private forEachName(document: number, visit: (name: number) => void): number {
    const { memory } = this.pool;
    const start = this.starts[document] as number;
    let name = start + 1;
    for (let left = memory[start] as number; left > 0; left--) {
      visit(name);
      name += 1 + (memory[name] as number);
    }
    return name;
  }

  private rankName(start: number, terms: readonly TermMatches[]): number {
    const memory = this.pool.memory;
    const count = memory[start] as number;
    if (count < terms.length) return Infinity;
    let asWhole = 0;
    let asStart = 0;
    for (const [index, { matched, known }] of terms.entries()) {
      const word = memory[start + 1 + index] as number;
      const whole = matched.getWhole(word);
      const open = index === terms.length - 1 ? matched.getStart(word) : whole;
      if (open === undefined) return Infinity;
      asWhole = Math.max(asWhole, toNameTier(places.wholeName, whole, known));
      asStart = Math.max(asStart, toNameTier(places.nameStart, open, known));
    }
    return count === terms.length ? Math.min(asWhole, asStart) : asStart;
  }
}

/** How `term` goes through the words from position `from` on, which are at least two. */
function findJoined(words: readonly string[], from: number, term: string): NamePlace | undefined {
  let rest = term;
  for (let at = from; at < words.length; at++) {
    const word = words[at] as string;
    if (word === rest) return at === from ? undefined : places.word;
    if (!rest.startsWith(word)) {
      const isStart = at > from && rest.length >= MIN_JOINED_START && word.startsWith(rest);
      return isStart ? places.wordStart : undefined;
    }
    rest = rest.slice(word.length);
  }
  return undefined;
}

const toBlockSize = (cells: number) => 32 - Math.clz32(cells - 1);
