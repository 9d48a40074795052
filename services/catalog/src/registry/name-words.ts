import type { MatchedWords } from './matched-words.js';
import { PostingPool } from './posting-pool.js';
import { places, toNameTier } from './tiers.js';

/** The words that answer to one term of a query. */
export interface TermMatches {
  readonly matched: MatchedWords;
  /** Whether a name has the term, or what sounds like it, as a word. */
  readonly known: boolean;
  /** Whether those words of names that answer best are all Kannada. */
  readonly inKannada: boolean;
}

/** The numbers of the words of every document's two names, in order: of each how many, then which. */
export class NameWords {
  private readonly pool = new PostingPool();
  private readonly starts: number[] = [];

  get byteLength(): number {
    return this.pool.memory.byteLength;
  }

  add(names: readonly (readonly number[])[], document: number): void {
    const cells = names.flatMap((words) => [words.length, ...words]);
    const start = this.pool.allocate(toBlockSize(cells.length));
    this.pool.memory.set(cells, start);
    this.starts[document] = start;
  }

  remove(document: number): void {
    const start = this.starts[document] as number;
    const second = this.findSecond(start);
    const cells = second + 1 + (this.pool.memory[second] as number) - start;
    this.pool.release(start, toBlockSize(cells));
  }

  /** The tier of the better name if its words are or begin with the terms in order, else infinity. */
  rank(document: number, terms: readonly TermMatches[]): number {
    const start = this.starts[document] as number;
    return Math.min(this.rankName(start, terms), this.rankName(this.findSecond(start), terms));
  }

  private findSecond(start: number): number {
    return start + 1 + (this.pool.memory[start] as number);
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

const toBlockSize = (cells: number) => 32 - Math.clz32(cells - 1);
