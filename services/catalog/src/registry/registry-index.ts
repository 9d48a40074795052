import { LRUCache } from 'lru-cache';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Category } from '@ctdb/contracts';
import { DocumentTable } from './document-table.js';
import { foldText, tokenize } from './fold-text.js';
import { Search } from './search.js';
import { toSearchWindow, type SearchWindow } from './search-window.js';
import type { RegistryPage, RegistryQuery, RegistrySummary } from './summary.js';

/** Parts of recent results; each serves several pages. */
const MAX_CACHED_WINDOWS = 256;
const WINDOW_SIZE = 100;
/** How long loading may keep the event loop, in milliseconds. */
const SLICE_MS = 10;
/** Sorting in portions keeps each pause short. */
const SORT_BATCH = 4_096;

/**
 * All entries of the registry in memory: sorted, by category, and searchable as the registry's
 * search is defined (typos, prefixes, romanised Kannada, joiners ignored). Changes show in the next
 * answer. Entries are kept as JSON; each answer has copies.
 */
export class RegistryIndex<T extends RegistrySummary> {
  private readonly documents = new DocumentTable<T>();
  private readonly search = new Search(
    () => this.documents.capacity,
    (category) => this.documents.getBitmap(category),
  );
  private readonly windows = new LRUCache<string, SearchWindow>({ max: MAX_CACHED_WINDOWS });

  get size(): number {
    return this.documents.size;
  }

  /** Bytes of memory; what strings and objects take is estimated. */
  get byteLength(): number {
    return this.documents.byteLength + this.search.byteLength;
  }

  get(id: string): T | undefined {
    const slot = this.documents.findSlot(id);
    return slot === undefined ? undefined : this.documents.at(slot);
  }

  categoryOf(id: string): Category | undefined {
    const slot = this.documents.findSlot(id);
    return slot === undefined ? undefined : this.documents.categoryOf(slot);
  }

  /** Puts an entry in, in place of one with the same id. */
  upsert(entry: T): void {
    const slot = this.documents.findSlot(entry.id);
    if (slot !== undefined && hasSameFields(this.documents.at(slot), entry)) {
      this.documents.replace(slot, entry);
      return;
    }
    if (slot !== undefined) this.removeSlot(slot);
    this.search.add(entry, this.documents.add(entry));
    this.windows.clear();
  }

  remove(id: string): void {
    const slot = this.documents.findSlot(id);
    if (slot === undefined) return;
    this.removeSlot(slot);
    this.windows.clear();
  }

  /** Puts many entries in, letting others use the event loop meanwhile; queries see those already in. */
  async bulkLoad(entries: Iterable<T>): Promise<void> {
    let sliceStart = performance.now();
    let unsettled = 0;
    for (const entry of entries) {
      this.upsert(entry);
      unsettled += 1;
      if (unsettled === SORT_BATCH) {
        unsettled = 0;
        await this.sortPending();
      }
      if (performance.now() - sliceStart < SLICE_MS) continue;
      await setImmediate();
      sliceStart = performance.now();
    }
    await this.sortPending();
  }

  /** One page, best matches first; without a search by English name. `total` counts all pages. */
  page(query: RegistryQuery): RegistryPage<T> {
    const { category, offset, limit } = query;
    if (query.search === undefined || foldText(query.search).trim() === '') {
      const total = this.documents.count(category);
      if (limit === 0 || offset >= total) return { total, items: [] };
      const slots = this.documents.sorted(category).subarray(offset, offset + limit);
      return { total, items: this.getEntries(slots) };
    }
    const from = offset - (offset % WINDOW_SIZE);
    const found = this.find(
      query.search,
      category,
      from,
      Math.max(from + WINDOW_SIZE, offset + limit),
    );
    const slots = found.documents.slice(offset - from, offset - from + limit);
    return { total: found.total, items: this.getEntries(slots) };
  }

  private find(search: string, category: Category | undefined, from: number, to: number) {
    const terms = tokenize(search);
    const key = [category, from, to, ...terms].join(' ');
    const known = this.windows.get(key);
    if (known) return known;
    const { sets, inKannada } = this.search.find(terms, category);
    const { englishLengthOrder, kannadaLengthOrder } = this.documents;
    const order = inKannada ? kannadaLengthOrder : englishLengthOrder;
    const window = toSearchWindow(sets, order, from, to);
    this.windows.set(key, window);
    return window;
  }

  private getEntries(slots: Iterable<number>): T[] {
    return Array.from(slots, (slot) => this.documents.at(slot));
  }

  private async sortPending(): Promise<void> {
    this.documents.sortPending();
    await setImmediate();
    this.search.sortPending();
    await setImmediate();
  }

  private removeSlot(slot: number): void {
    this.search.remove(this.documents.at(slot), slot);
    this.documents.remove(slot);
  }
}

function hasSameFields(left: RegistrySummary, right: RegistrySummary): boolean {
  return (
    left.nameEn === right.nameEn &&
    left.nameKn === right.nameKn &&
    left.category === right.category &&
    left.notes === right.notes &&
    isDeepStrictEqual(left.codes, right.codes)
  );
}
