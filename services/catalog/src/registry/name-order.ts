import { hasBit, toNumbers, type Bitmap } from './bitmap.js';
import { SortedSlots } from './sorted-slots.js';
import type { RegistrySummary } from './summary.js';

const collator = new Intl.Collator('en');

/** By English name, then by id. */
export function compareByName(
  left: Pick<RegistrySummary, 'id' | 'nameEn'>,
  right: Pick<RegistrySummary, 'id' | 'nameEn'>,
): number {
  return collator.compare(left.nameEn, right.nameEn) || (left.id < right.id ? -1 : 1);
}

/** The documents of one set that are not in another. */
export interface Selection {
  readonly documents: Bitmap;
  readonly excluded: Bitmap | undefined;
}

/** Documents in the order of their English names. */
export class NameOrder {
  private readonly slots: SortedSlots;
  private ranks = new Uint32Array(0);
  private ranked = false;

  /**
   * @param entryOf a document's names; they must not change while it is held
   * @param capacity how many documents there is room for at present
   */
  constructor(
    entryOf: (slot: number) => RegistrySummary,
    private readonly capacity: () => number,
  ) {
    this.slots = new SortedSlots((left, right) =>
      left === right ? 0 : compareByName(entryOf(left), entryOf(right)),
    );
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

  get all(): Uint32Array {
    return this.slots.all.subarray(0, this.slots.size);
  }

  /** Those of `documents`, which has `count` members. */
  filter(documents: Bitmap, count: number): Uint32Array {
    const members = new Uint32Array(count);
    let found = 0;
    for (const slot of this.all) if (hasBit(documents, slot)) members[found++] = slot;
    return members;
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
