/** So many bitmaps are kept from one query to the next: 800 KB at 100,000 documents. */
const MAX_POOLED = 64;

/**
 * A set of small numbers, one bit each. A bitmap may be shorter than another: what is missing is zero.
 * The loops below stay inside the arrays, which the `as number` in them states for the compiler.
 */
export type Bitmap = Uint32Array<ArrayBuffer>;

/** An empty set with room for the numbers below `capacity`. */
export function createBitmap(capacity: number): Bitmap {
  return new Uint32Array((capacity + 31) >>> 5);
}

/** A larger copy of an array. */
export function enlarge<A extends Uint32Array | Uint8Array>(cells: A, length: number): A {
  const larger = new (cells.constructor as new (length: number) => A)(length);
  larger.set(cells);
  return larger;
}

export function setBit(bits: Bitmap, index: number): void {
  const word = index >>> 5;
  bits[word] = (bits[word] as number) | (1 << (index & 31));
}

export function clearBit(bits: Bitmap, index: number): void {
  const word = index >>> 5;
  bits[word] = (bits[word] as number) & ~(1 << (index & 31));
}

/** Also false for numbers beyond the end: what is missing there is taken for 0 by `>>>`. */
export function hasBit(bits: Bitmap, index: number): boolean {
  return (((bits[index >>> 5] as number) >>> (index & 31)) & 1) === 1;
}

/** Adds `source` to `target`, which must not be the shorter one. */
export function orInto(target: Bitmap, source: Bitmap): void {
  for (let word = 0; word < source.length; word++) {
    target[word] = (target[word] as number) | (source[word] as number);
  }
}

/** Makes `target`, which is empty and not the shorter one, what both hold; false if that is nothing. */
export function intersect(left: Bitmap, right: Bitmap, target: Bitmap): boolean {
  const length = Math.min(left.length, right.length);
  let any = 0;
  for (let word = 0; word < length; word++) {
    const common = (left[word] as number) & (right[word] as number);
    target[word] = common;
    any |= common;
  }
  return any !== 0;
}

/** Leaves in `target` only what `filter`, of the same length, holds too. */
export function andInto(target: Bitmap, filter: Bitmap): void {
  for (let word = 0; word < target.length; word++) {
    target[word] = (target[word] as number) & (filter[word] as number);
  }
}

/** How many numbers the set holds. */
export function countBits(bits: Bitmap): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    count += countWord(bits[word] as number);
  }
  return count;
}

function countWord(bits: number): number {
  if (bits === 0) return 0;
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many numbers both sets hold. */
export function countCommon(left: Bitmap, right: Bitmap): number {
  const length = Math.min(left.length, right.length);
  let count = 0;
  for (let word = 0; word < length; word++) {
    count += countWord((left[word] as number) & (right[word] as number));
  }
  return count;
}

/** The numbers of the set that are not in `but`, in ascending order; `count` is how many there are. */
export function toNumbers(
  bits: Bitmap,
  count: number,
  excluded?: Bitmap,
): Uint32Array<ArrayBuffer> {
  const members = new Uint32Array(count);
  let found = 0;
  for (let word = 0; word < bits.length; word++) {
    let value = (bits[word] as number) & ~(excluded?.[word] ?? 0);
    for (; value !== 0; value &= value - 1) {
      members[found++] = (word << 5) + 31 - Math.clz32(value & -value);
    }
  }
  return members;
}

/**
 * Bitmaps for the time of one query. They are reused, because thousands of new ones a second would keep the
 * garbage collector busy, and its pauses are longer than a query.
 */
export class BitmapPool {
  private bitmaps: Bitmap[] = [];
  private taken = 0;

  /** @param capacity how many documents there is room for at present */
  constructor(private readonly capacity: () => number) {}

  /** An empty set, valid until {@link reset}. */
  acquire(): Bitmap {
    const used = this.bitmaps[this.taken];
    const bitmap = used?.fill(0) ?? createBitmap(this.capacity());
    this.bitmaps[this.taken] = bitmap;
    this.taken += 1;
    return bitmap;
  }

  /** Takes all sets back. */
  reset(): void {
    this.taken = 0;
    const [first] = this.bitmaps;
    const outgrown = first !== undefined && first.length * 32 < this.capacity();
    this.bitmaps = outgrown ? [] : this.bitmaps.slice(0, MAX_POOLED);
  }
}
