import {
  countCommon,
  orInto,
  createBitmap,
  clearBit,
  enlarge,
  hasBit,
  toNumbers,
  setBit,
  type Bitmap,
} from './bitmap.js';

/** From this many documents on, and one in 32 of all, a word's list is kept as a bitmap. */
const MIN_DENSE = 512;

/** Blocks have up to 2 ** 31 cells. */
const SIZES = 32;

/** Blocks of numbers inside one growing array, so that a hundred thousand short lists cost no objects. */
export class PostingPool {
  private cells = new Uint32Array(1 << 14);
  private used = 0;
  private readonly free: number[][] = Array.from({ length: SIZES }, () => []);

  /** The array that the blocks lie in; another one after {@link allocate}. */
  get memory(): Uint32Array {
    return this.cells;
  }

  /** Start of a block of 2 ** `size` cells. */
  allocate(size: number): number {
    const reused = this.free[size]?.pop();
    if (reused !== undefined) return reused;
    const start = this.used;
    this.used += 2 ** size;
    if (this.used > this.cells.length)
      this.cells = enlarge(this.cells, Math.max(this.used, Math.ceil(this.cells.length * 1.5)));
    return start;
  }

  release(start: number, size: number): void {
    this.free[size]?.push(start);
  }
}

/** For each word the documents that hold it: short lists in a pool, long ones as bitmaps. */
export class Postings {
  private readonly pool = new PostingPool();
  private starts = new Uint32Array(1024);
  private counts = new Uint32Array(1024);
  private sizes = new Uint8Array(1024);
  private readonly bitmaps: (Bitmap | undefined)[] = [];

  /** @param capacity how many documents there is room for at present */
  constructor(private readonly capacity: () => number) {}

  get byteLength(): number {
    const lists = [this.pool.memory, this.starts, this.counts, this.sizes, ...this.bitmaps];
    return lists.reduce((sum, list) => sum + (list?.byteLength ?? 0), 0);
  }

  /** How many documents, or of those in `within`, hold the word. */
  count(word: number, within?: Bitmap): number {
    const count = this.counts[word] ?? 0;
    if (within === undefined || count === 0) return count;
    const bitmap = this.bitmaps[word];
    if (bitmap !== undefined) return countCommon(bitmap, within);
    const start = this.starts[word] as number;
    let common = 0;
    for (let cell = start; cell < start + count; cell++) {
      if (hasBit(within, this.pool.memory[cell] as number)) common += 1;
    }
    return common;
  }

  /** Adds a document. A repetition must come before the word's next other document. */
  add(word: number, document: number): void {
    if (word >= this.counts.length) this.grow(word);
    const count = this.count(word);
    const bitmap = this.bitmaps[word];
    if (bitmap !== undefined) {
      this.addDense(word, bitmap, document);
      return;
    }
    const start = this.starts[word] ?? 0;
    if (count > 0 && this.pool.memory[start + count - 1] === document) return;
    if (count >= this.denseFrom()) this.addDense(word, this.toBitmap(word), document);
    else this.append(word, document);
  }

  remove(word: number, document: number): void {
    const bitmap = this.bitmaps[word];
    const count = this.count(word);
    if (bitmap !== undefined) {
      if (!hasBit(bitmap, document)) return;
      clearBit(bitmap, document);
      this.counts[word] = count - 1;
      // Half of where it became dense, so that it does not change to and fro.
      if ((count - 1) * 2 < this.denseFrom()) this.toList(word, bitmap);
      return;
    }
    if (count === 0) return;
    const start = this.starts[word] ?? 0;
    const memory = this.pool.memory;
    const found = memory.subarray(start, start + count).indexOf(document);
    if (found === -1) return;
    memory[start + found] = memory[start + count - 1] ?? 0;
    this.counts[word] = count - 1;
    if (count === 1) this.pool.release(start, this.sizes[word] ?? 0);
  }

  /** Adds the word's documents to `target`, which has room for all documents. */
  addTo(word: number, target: Bitmap): void {
    const bitmap = this.bitmaps[word];
    if (bitmap !== undefined) {
      orInto(target, bitmap);
      return;
    }
    const count = this.count(word);
    if (count === 0) return;
    const memory = this.pool.memory;
    const start = this.starts[word] as number;
    const end = start + count;
    for (let cell = start; cell < end; cell++) setBit(target, memory[cell] as number);
  }

  private denseFrom(): number {
    return Math.max(MIN_DENSE, this.capacity() >>> 5);
  }

  private append(word: number, document: number): void {
    const count = this.count(word);
    const size = this.sizes[word] ?? 0;
    if (count === 0) {
      this.starts[word] = this.pool.allocate(0);
      this.sizes[word] = 0;
    } else if (count === 2 ** size) {
      const from = this.starts[word] ?? 0;
      const to = this.pool.allocate(size + 1);
      this.pool.memory.copyWithin(to, from, from + count);
      this.pool.release(from, size);
      this.starts[word] = to;
      this.sizes[word] = size + 1;
    }
    this.pool.memory[(this.starts[word] ?? 0) + count] = document;
    this.counts[word] = count + 1;
  }

  private addDense(word: number, bitmap: Bitmap, document: number): void {
    if (hasBit(bitmap, document)) return;
    let target = bitmap;
    if (document >>> 5 >= bitmap.length) {
      target = createBitmap(this.capacity());
      target.set(bitmap);
      this.bitmaps[word] = target;
    }
    setBit(target, document);
    this.counts[word] = this.count(word) + 1;
  }

  private toBitmap(word: number): Bitmap {
    const bitmap = createBitmap(this.capacity());
    this.addTo(word, bitmap);
    this.pool.release(this.starts[word] ?? 0, this.sizes[word] ?? 0);
    this.bitmaps[word] = bitmap;
    return bitmap;
  }

  private toList(word: number, bitmap: Bitmap): void {
    const count = this.count(word);
    const size = Math.max(0, 32 - Math.clz32(count - 1));
    const start = this.pool.allocate(size);
    this.pool.memory.set(toNumbers(bitmap, count), start);
    this.starts[word] = start;
    this.sizes[word] = size;
    this.bitmaps[word] = undefined;
  }

  private grow(word: number): void {
    const length = Math.max(word + 1, this.counts.length * 2);
    this.starts = enlarge(this.starts, length);
    this.counts = enlarge(this.counts, length);
    this.sizes = enlarge(this.sizes, length);
  }
}
