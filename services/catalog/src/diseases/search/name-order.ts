import { toNumbers, type Bitmap } from './bitmap.js';
import { SortedSlots } from './sorted-slots.js';

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

  private scan({ documents, excluded }: Selection, offset: number, limit: number): number[] {
    const picked: number[] = [];
    const all = this.all;
    let before = offset;
    for (let at = 0; at < all.length && picked.length < limit; at++) {
      const slot = all[at] as number;
      const bits = (documents[slot >>> 5] as number) & ~(excluded?.[slot >>> 5] ?? 0);
      const isWanted = (bits >>> (slot & 31)) & 1;
      // Subtracted without a branch, which would take most of the time of a late page.
      if (before > 0) before -= isWanted;
      else if (isWanted === 1) picked.push(slot);
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
