import type { Category } from '@ctdb/contracts';
import { createBitmap, clearBit, setBit, type Bitmap } from './bitmap.js';
import { NameOrder } from './name-order.js';
import type { RegistrySummary } from './summary.js';

const INITIAL_CAPACITY = 1024;
const collator = new Intl.Collator('en');

interface CategoryMembers {
  bits: Bitmap;
  count: number;
  /** In order by name; made when it is asked for. */
  sorted: Uint32Array | undefined;
}

/** The entries, each under a small number that stays, and their orders by name. */
export class DocumentTable<T extends RegistrySummary> {
  /** By English name, then by id. */
  readonly order = this.createOrder((left, right) => this.compareByName(left, right));
  /** The shorter English name first, then as {@link order}. */
  readonly englishLengthOrder = this.createOrder(
    (left, right) =>
      this.at(left).nameEn.length - this.at(right).nameEn.length || this.compareByName(left, right),
  );
  /** The shorter Kannada name first, then as {@link order}. */
  readonly kannadaLengthOrder = this.createOrder(
    (left, right) =>
      this.at(left).nameKn.length - this.at(right).nameKn.length || this.compareByName(left, right),
  );
  private readonly orders = [this.order, this.englishLengthOrder, this.kannadaLengthOrder];
  private readonly entries: (T | undefined)[] = [];
  private readonly slots = new Map<string, number>();
  private readonly unused: number[] = [];
  private readonly members = new Map<Category, CategoryMembers>();
  private allocated = INITIAL_CAPACITY;

  get size(): number {
    return this.slots.size;
  }

  /** How many numbers there is room for; every number in use is below it. */
  get capacity(): number {
    return this.allocated;
  }

  findSlot(id: string): number | undefined {
    return this.slots.get(id);
  }

  at(slot: number): T {
    return this.entries[slot] as T;
  }

  add(entry: T): number {
    const slot = this.unused.pop() ?? this.entries.length;
    if (slot >= this.allocated) this.allocated *= 2;
    this.entries[slot] = entry;
    this.slots.set(entry.id, slot);
    for (const order of this.orders) order.add(slot);
    const members = this.getMembers(entry.category);
    members.count += 1;
    members.sorted = undefined;
    setBit(members.bits, slot);
    return slot;
  }

  remove(slot: number): void {
    const entry = this.at(slot);
    for (const order of this.orders) order.remove(slot);
    const members = this.getMembers(entry.category);
    members.count -= 1;
    members.sorted = undefined;
    clearBit(members.bits, slot);
    this.slots.delete(entry.id);
    this.entries[slot] = undefined;
    this.unused.push(slot);
  }

  /** Puts another entry with the same name, id and category in place. */
  replace(slot: number, entry: T): void {
    this.entries[slot] = entry;
  }

  sortPending(): void {
    for (const order of this.orders) order.sortPending();
  }

  /** How many documents there are, or how many of a category. */
  count(category: Category | undefined): number {
    return category === undefined ? this.slots.size : this.getMembers(category).count;
  }

  /** All documents, or those of a category, in order by name. */
  sorted(category: Category | undefined): Uint32Array {
    if (category === undefined) return this.order.all;
    const members = this.getMembers(category);
    members.sorted ??= this.order.filter(members.bits, members.count);
    return members.sorted;
  }

  /** The documents of a category. */
  getBitmap(category: Category): Bitmap {
    return this.getMembers(category).bits;
  }

  private createOrder(compare: (left: number, right: number) => number): NameOrder {
    return new NameOrder(compare, () => this.allocated);
  }

  private compareByName(left: number, right: number): number {
    if (left === right) return 0;
    const [one, other] = [this.at(left), this.at(right)];
    return collator.compare(one.nameEn, other.nameEn) || (one.id < other.id ? -1 : 1);
  }

  private getMembers(category: Category): CategoryMembers {
    let members = this.members.get(category);
    if (members === undefined) {
      members = { bits: createBitmap(this.allocated), count: 0, sorted: undefined };
      this.members.set(category, members);
    }
    if (members.bits.length * 32 < this.allocated) {
      const larger = createBitmap(this.allocated);
      larger.set(members.bits);
      members.bits = larger;
    }
    return members;
  }
}
