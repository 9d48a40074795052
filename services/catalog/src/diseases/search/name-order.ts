import { setImmediate } from 'node:timers/promises';
import { hasBit, toNumbers, type Bitmap } from './bitmap.js';
import { SortedSlots } from './sorted-slots.js';

/** So many documents are added at once: sorting in portions keeps each pause short. */
const BATCH_SIZE = 4_096;

/** The documents of one set that are not in another. */
export interface Selection {
  readonly documents: Bitmap;
  readonly excluded: Bitmap | undefined;
}

/** Documents in an order that their names give. */
export class NameOrder {
  private readonly slots: SortedSlots;
  private ranks = new Uint32Array(0);
  private ranked = false;

  /**
   * @param compare orders two documents; their names must not change while they are held
   * @param capacity how many documents there is room for at present
   */
  constructor(
    compare: (left: number, right: number) => number,
    private readonly capacity: () => number,
  ) {
    this.slots = new SortedSlots(compare);
  }

  add(slot: number): void {
    this.slots.add(slot);
    this.ranked = false;
  }

  remove(slot: number): void {
    this.slots.remove(slot);
    this.ranked = false;
  }

  sortPending(): void {
    this.slots.sortPending();
  }

  get byteLength(): number {
    return this.slots.byteLength + this.ranks.byteLength;
  }

  get all(): Uint32Array {
    return this.slots.all.subarray(0, this.slots.size);
  }

  /** Those of `wanted`, which lets in `count`, from `offset` on in order, at most `limit`. */
  pick(wanted: Selection, count: number, offset: number, limit: number): number[] {
    // Looking through all names finds the first of a large set soon; a small set is quicker sorted.
    const expectedSteps = ((offset + limit) * this.slots.size) / count;
    const sortSteps = count * Math.log2(count + 1);
    return expectedSteps <= sortSteps
      ? this.scan(wanted, offset, limit)
      : this.sort(wanted, count).slice(offset, offset + limit);
  }

  private scan(wanted: Selection, offset: number, limit: number): number[] {
    const picked: number[] = [];
    const all = this.all;
    let before = offset;
    for (let at = 0; at < all.length && picked.length < limit; at++) {
      const slot = all[at] as number;
      if (!hasBit(wanted.documents, slot)) continue;
      if (wanted.excluded !== undefined && hasBit(wanted.excluded, slot)) continue;
      if (before > 0) before -= 1;
      else picked.push(slot);
    }
    return picked;
  }

  private sort(wanted: Selection, count: number): number[] {
    const all = this.all;
    if (!this.ranked) this.rank();
    const members = toNumbers(wanted.documents, count, wanted.excluded);
    const positions = members.map((slot) => this.ranks[slot] as number);
    return Array.from(positions.sort(), (position) => all[position] as number);
  }

  private rank(): void {
    const all = this.all;
    const capacity = this.capacity();
    if (capacity > this.ranks.length) this.ranks = new Uint32Array(capacity);
    for (let at = 0; at < all.length; at++) this.ranks[all[at] as number] = at;
    this.ranked = true;
  }
}

/** An order of documents by a key of each. It is made when it is first asked for, and then kept. */
export class LazyOrder<T> {
  readonly order: NameOrder;
  private readonly keys: (string | number)[] = [];
  /** Documents that are not in the order yet; undefined until it is asked for. */
  private waiting: Set<number> | undefined;
  private making: Promise<void> | undefined;

  /**
   * @param toKey the key of an entry
   * @param compareEqual orders documents of the same key
   * @param capacity how many documents there is room for at present
   */
  constructor(
    private readonly toKey: (entry: T) => string | number,
    compareEqual: (left: number, right: number) => number,
    capacity: () => number,
  ) {
    this.order = new NameOrder((left, right) => {
      const [a, b] = [this.keys[left] as string, this.keys[right] as string];
      if (a !== b) return a < b ? -1 : 1;
      return compareEqual(left, right);
    }, capacity);
  }

  add(slot: number, entry: T): void {
    if (!this.waiting) return;
    this.keys[slot] = this.toKey(entry);
    this.order.add(slot);
  }

  remove(slot: number): void {
    if (this.waiting && !this.waiting.delete(slot)) this.order.remove(slot);
  }

  /** Resolves once all documents are in the order; others use the event loop meanwhile. */
  prepare(slots: Iterable<number>, at: (slot: number) => T): Promise<void> {
    this.making ??= this.make(slots, at);
    return this.making;
  }

  private async make(slots: Iterable<number>, at: (slot: number) => T): Promise<void> {
    this.waiting = new Set(slots);
    let unsorted = 0;
    for (const slot of this.waiting) {
      this.waiting.delete(slot);
      this.add(slot, at(slot));
      unsorted += 1;
      if (unsorted % BATCH_SIZE !== 0) continue;
      this.order.sortPending();
      await setImmediate();
    }
    this.order.sortPending();
  }
}
