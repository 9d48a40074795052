import { enlarge } from './bitmap.js';

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

  get byteLength(): number {
    return this.sorted.byteLength;
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
    const position = this.lowerBound(slot, this.length);
    if (this.sorted[position] !== slot || position >= this.length) return;
    this.sorted.copyWithin(position, position + 1, this.length);
    this.length -= 1;
  }

  /** Brings waiting numbers into their places. */
  sortPending(): void {
    if (this.waiting.length === 0) return;
    const added = this.waiting;
    this.waiting = [];
    const length = this.length + added.length;
    if (length > this.sorted.length)
      this.sorted = enlarge(this.sorted, Math.max(length, Math.ceil(this.sorted.length * 1.5)));
    this.merge(added.sort(this.compare));
  }

  /** From the end, in place: what is held moves up in runs between the added numbers. */
  private merge(added: number[]): void {
    let end = this.length;
    for (let before = added.length - 1; before >= 0; before--) {
      const slot = added[before] as number;
      const position = this.lowerBound(slot, end);
      this.sorted.copyWithin(position + before + 1, position, end);
      this.sorted[position + before] = slot;
      end = position;
    }
    this.length += added.length;
  }

  /** The first of the first `end` positions whose number does not come before `slot`. */
  private lowerBound(slot: number, end: number): number {
    let low = 0;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(this.sorted[middle] as number, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
