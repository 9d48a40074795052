import { SortedSlots } from './sorted-slots.js';

/** About what a word and its places in arrays and map take. */
const WORD_BYTES = 120;

/** A run of the words in alphabetical order: positions `from` to before `to`. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** A copy that shares no memory with the text it was cut from, which may be much longer. */
export function copyString(word: string): string {
  return Buffer.from(word).toString();
}

/** All different words with a small number for each, and their order by UTF-16 code units. */
export class Lexicon {
  private readonly words: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly unused: number[] = [];
  private readonly alphabetical = new SortedSlots((left, right) =>
    (this.words[left] as string) < (this.words[right] as string) ? -1 : 1,
  );

  get size(): number {
    return this.numbers.size;
  }

  get byteLength(): number {
    return this.size * WORD_BYTES;
  }

  /** The words that are held, with their numbers. */
  entries(): Iterable<[word: string, number: number]> {
    return this.numbers;
  }

  findId(word: string): number | undefined {
    return this.numbers.get(word);
  }

  /** The number of a word that is held. */
  getId(word: string): number {
    return this.numbers.get(word) as number;
  }

  getWord(number: number): string {
    return this.words[number] as string;
  }

  /** The number of a word that is not held yet. */
  add(word: string): number {
    const own = copyString(word);
    const number = this.unused.pop() ?? this.words.length;
    this.words[number] = own;
    this.numbers.set(own, number);
    this.alphabetical.add(number);
    return number;
  }

  remove(number: number): void {
    this.alphabetical.remove(number);
    this.numbers.delete(this.getWord(number));
    this.words[number] = '';
    this.unused.push(number);
  }

  sortPending(): void {
    this.alphabetical.sortPending();
  }

  /** The numbers in the words' order. */
  get order(): Uint32Array {
    return this.alphabetical.all;
  }

  forEachIn(range: WordRange, visit: (number: number) => void): void {
    const order = this.order;
    for (let at = range.from; at < range.to; at++) visit(order[at] as number);
  }

  /** The words that begin with `prefix`. */
  prefixRange(prefix: string): WordRange {
    return this.narrowRange({ from: 0, to: this.size }, 0, prefix);
  }

  /** Those words of a range (alike up to `depth`) that go on with `rest`. */
  narrowRange(range: WordRange, depth: number, rest: string): WordRange {
    const order = this.order;
    const { to } = range;
    let from = range.from;
    for (let high = to; from < high;) {
      const middle = (from + high) >>> 1;
      if (comesBefore(this.getWord(order[middle] as number), depth, rest)) from = middle + 1;
      else high = middle;
    }
    let end = from;
    for (let high = to; end < high;) {
      // Most ranges that are asked for are empty, and most others short.
      const middle = end === from ? from : (end + high) >>> 1;
      if (this.getWord(order[middle] as number).startsWith(rest, depth)) end = middle + 1;
      else high = middle;
    }
    return { from, to: end };
  }

  /** First position of a range whose word has at `depth` a code unit of at least `unit`. */
  lowerBound(from: number, to: number, depth: number, unit: number): number {
    const order = this.alphabetical.all;
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // A word that ends before has NaN there, which comes before every unit.
      if ((this.words[order[middle] as number] as string).charCodeAt(depth) >= unit) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Whether a word comes before those that have `rest` at `depth`; one that ends before has NaN there. */
function comesBefore(word: string, depth: number, rest: string): boolean {
  for (let at = 0; at < rest.length; at++) {
    const difference = word.charCodeAt(depth + at) - rest.charCodeAt(at);
    if (difference !== 0) return !(difference > 0);
  }
  return false;
}
