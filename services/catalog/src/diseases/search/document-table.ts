import { fold, type Category, type DiseaseSort } from '@ctdb/contracts';
import { clearBit, createBitmap, hasBit, setBit, type Bitmap } from './bitmap.js';
import { EntryStore } from './entry-store.js';
import { copyString } from './lexicon.js';
import { LazyOrder, NameOrder } from './name-order.js';
import type { RegistrySummary } from './summary.js';

const INITIAL_CAPACITY = 1024;
/** About what the id, the English name and their places in arrays and map take. */
const KEY_BYTES = 160;
const collator = new Intl.Collator('en');

/** The entries, each under a small number that stays, and their orders by name. */
export class DocumentTable<T extends RegistrySummary> {
  /** By English name, then by id. */
  readonly order = this.createOrder((left, right) => this.compareByName(left, right));
  /** The shorter English name first, then as {@link order}. */
  readonly englishLengthOrder = this.createOrder(
    (left, right) =>
      (this.englishNames[left] as string).length - (this.englishNames[right] as string).length ||
      this.compareByName(left, right),
  );
  /** The shorter Kannada name first, then as {@link order}. */
  readonly kannadaLengthOrder = this.createOrder(
    (left, right) =>
      (this.kannadaLengths[left] as number) - (this.kannadaLengths[right] as number) ||
      this.compareByName(left, right),
  );
  /** In other orders that readers can choose. */
  private readonly sorts = {
    nameKn: this.createSort(({ nameKn }) => fold(nameKn)),
    // The last change first.
    updatedAt: this.createSort(({ updatedAt }) => -Date.parse(updatedAt)),
  };
  private readonly sortList = Object.values(this.sorts);
  private readonly orders = [this.order, this.englishLengthOrder, this.kannadaLengthOrder];
  private readonly entries = new EntryStore<T>();
  /** By slot, what the orders compare. */
  private readonly ids: string[] = [];
  private readonly englishNames: string[] = [];
  private readonly kannadaLengths: number[] = [];
  private readonly slots = new Map<string, number>();
  private readonly unused: number[] = [];
  private readonly members = new Map<Category, Bitmap>();
  private allocated = INITIAL_CAPACITY;

  get size(): number {
    return this.slots.size;
  }

  get byteLength(): number {
    const orders = this.orders.reduce((sum, order) => sum + order.byteLength, 0);
    return this.entries.byteLength + orders + this.size * KEY_BYTES;
  }

  /** How many numbers there is room for; every number in use is below it. */
  get capacity(): number {
    return this.allocated;
  }

  findSlot(id: string): number | undefined {
    return this.slots.get(id);
  }

  getId(slot: number): string {
    return this.ids[slot] as string;
  }

  categoryOf(slot: number): Category | undefined {
    for (const [category, bits] of this.members) if (hasBit(bits, slot)) return category;
    return undefined;
  }

  at(slot: number): T {
    return this.entries.get(slot);
  }

  add(entry: T): number {
    const slot = this.unused.pop() ?? this.ids.length;
    if (slot >= this.allocated) this.allocated *= 2;
    const id = copyString(entry.id);
    this.slots.set(id, slot);
    this.entries.set(slot, entry);
    this.ids[slot] = id;
    this.englishNames[slot] = entry.nameEn;
    this.kannadaLengths[slot] = entry.nameKn.length;
    for (const order of this.orders) order.add(slot);
    for (const sort of this.sortList) sort.add(slot, entry);
    setBit(this.getBitmap(entry.category), slot);
    return slot;
  }

  remove(slot: number): void {
    const entry = this.at(slot);
    for (const order of this.orders) order.remove(slot);
    for (const sort of this.sortList) sort.remove(slot);
    clearBit(this.getBitmap(entry.category), slot);
    this.slots.delete(entry.id);
    this.entries.remove(slot);
    this.ids[slot] = '';
    this.englishNames[slot] = '';
    this.unused.push(slot);
  }

  /** Puts another entry with the same names, id and category in place. */
  replace(slot: number, entry: T): void {
    this.entries.set(slot, entry);
    this.sorts.updatedAt.remove(slot);
    this.sorts.updatedAt.add(slot, entry);
  }

  sortPending(): void {
    for (const order of this.orders) order.sortPending();
    for (const { order } of this.sortList) order.sortPending();
  }

  /** Makes an order, where it is not held yet. */
  async prepareSort(sort: DiseaseSort): Promise<void> {
    if (sort !== 'nameEn') await this.sorts[sort].prepare(this.order.all, (slot) => this.at(slot));
  }

  /** The documents in an order that was prepared. */
  sortedBy(sort: DiseaseSort): NameOrder {
    return sort === 'nameEn' ? this.order : this.sorts[sort].order;
  }

  /** The documents of a category. */
  getBitmap(category: Category): Bitmap {
    const known = this.members.get(category);
    if (known && known.length * 32 >= this.allocated) return known;
    const larger = createBitmap(this.allocated);
    if (known) larger.set(known);
    this.members.set(category, larger);
    return larger;
  }

  private createOrder(compare: (left: number, right: number) => number): NameOrder {
    return new NameOrder(compare, () => this.allocated);
  }

  private createSort(toKey: (entry: T) => string | number): LazyOrder<T> {
    const byName = (left: number, right: number) => this.compareByName(left, right);
    return new LazyOrder(toKey, byName, () => this.allocated);
  }

  private compareByName(left: number, right: number): number {
    if (left === right) return 0;
    const names = this.englishNames;
    const order = collator.compare(names[left] as string, names[right] as string);
    return order || ((this.ids[left] as string) < (this.ids[right] as string) ? -1 : 1);
  }
}
