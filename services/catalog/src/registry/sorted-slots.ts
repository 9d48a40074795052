/** More new numbers than this are sorted and merged at once; fewer are put in one by one. */
const INSERT_LIMIT = 24;

/**
 * Numbers in the order that `compare` gives, without repetitions. New ones wait until the order is
 * asked for, so that loading many costs one sort and a single one costs a binary search and a move.
 */
export class SortedSlots {
  private sorted = new Uint32Array(64);
  private length = 0;
  private waiting: number[] = [];

  /** @param compare never 0 for different numbers; its answer must not change while they are held */
  constructor(private readonly compare: (left: number, right: number) => number) {}

  get size(): number {
    return this.length + this.waiting.length;
  }

  /** The numbers in order: valid until the next change, the first {@link size} cells of it. */
  get all(): Uint32Array {
    this.sortPending();
    return this.sorted;
  }

  add(slot: number): void {
    this.waiting.push(slot);
  }

  remove(slot: number): void {
    this.sortPending();
    const position = this.lowerBound(slot);
    if (this.sorted[position] !== slot || position >= this.length) return;
    this.sorted.copyWithin(position, position + 1, this.length);
    this.length -= 1;
  }

  /** Brings waiting numbers into their places. */
  sortPending(): void {
    if (this.waiting.length === 0) return;
    const added = this.waiting;
    this.waiting = [];
    this.reserve(this.length + added.length);
    if (added.length <= INSERT_LIMIT) for (const slot of added) this.insert(slot);
    else this.merge(added.sort(this.compare));
  }

  private insert(slot: number): void {
    const position = this.lowerBound(slot);
    this.sorted.copyWithin(position + 1, position, this.length);
    this.sorted[position] = slot;
    this.length += 1;
  }

  /** Merges from the end, in place. */
  private merge(added: number[]): void {
    let left = this.length - 1;
    let right = added.length - 1;
    this.length += added.length;
    for (let target = this.length - 1; right >= 0; target--) {
      const candidate = added[right] as number;
      const held = left >= 0 ? (this.sorted[left] as number) : -1;
      if (held !== -1 && this.compare(held, candidate) > 0) {
        this.sorted[target] = held;
        left -= 1;
      } else {
        this.sorted[target] = candidate;
        right -= 1;
      }
    }
  }

  private lowerBound(slot: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(this.sorted[middle] as number, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private reserve(length: number): void {
    if (length <= this.sorted.length) return;
    const larger = new Uint32Array(Math.max(length, Math.ceil(this.sorted.length * 1.5)));
    larger.set(this.sorted.subarray(0, this.length));
    this.sorted = larger;
  }
}
