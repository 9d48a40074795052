import { LRUCache } from 'lru-cache';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { fold, type Category, type DiseaseSort, type SearchMatch } from '@ctdb/contracts';
import { andInto, countBits, createBitmap, type Bitmap } from './bitmap.js';
import { DocumentTable } from './document-table.js';
import { FacetIndex, type Facet } from './facet-index.js';
import type { NameOrder } from './name-order.js';
import type { RankedSets } from './ranked-sets.js';
import { Search } from './search.js';
import {
  indexedFields,
  type RegistryFilter,
  type RegistryPage,
  type RegistryQuery,
  type RegistrySummary,
} from './summary.js';
import { tokenize } from './tokenize.js';

/** Parts of recent results; each serves several pages. */
const MAX_CACHED_WINDOWS = 256;
const WINDOW_SIZE = 100;
/** How long loading may keep the event loop, in milliseconds. */
const SLICE_MS = 10;
/** Sorting in portions keeps each pause short. */
const SORT_BATCH = 4_096;

/** A part of what a search found. */
interface SearchWindow {
  /** How many documents were found in all. */
  readonly total: number;
  readonly documents: readonly number[];
  readonly isMisspelt: boolean;
  /** See {@link RegistryPage}; empty if there is no such search, undefined until it is looked for. */
  didYouMean?: string;
  /** Why documents were found, as far as they were shown. */
  readonly matches: Map<number, SearchMatch>;
}

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
  private readonly facets = new FacetIndex(() => this.documents.capacity);
  private readonly windows = new LRUCache<string, SearchWindow>({ max: MAX_CACHED_WINDOWS });

  get size(): number {
    return this.documents.size;
  }

  /** Bytes of memory; what strings and objects take is estimated. */
  get byteLength(): number {
    return this.documents.byteLength + this.search.byteLength + this.facets.byteLength;
  }

  get(id: string): T | undefined {
    const slot = this.documents.findSlot(id);
    return slot === undefined ? undefined : this.documents.at(slot);
  }

  categoryOf(id: string): Category | undefined {
    const slot = this.documents.findSlot(id);
    return slot === undefined ? undefined : this.documents.categoryOf(slot);
  }

  /** Ids of all entries, by English name. */
  get ids(): string[] {
    return Array.from(this.documents.order.all, (slot) => this.documents.getId(slot));
  }

  /** Gives an entry these facets in place of those that it had. */
  setFacets(id: string, facets: readonly Facet[]): void {
    const slot = this.documents.findSlot(id);
    if (slot === undefined) return;
    this.facets.set(slot, facets);
    this.windows.clear();
  }

  /** Makes an order, where it is not held yet; a page in this order needs it. */
  prepareSort(sort: DiseaseSort): Promise<void> {
    return this.documents.prepareSort(sort);
  }

  /** Puts an entry in, in place of one with the same id. */
  upsert(entry: T): void {
    this.windows.clear();
    const slot = this.documents.findSlot(entry.id);
    if (slot !== undefined && hasSameFields(this.documents.at(slot), entry)) {
      this.documents.replace(slot, entry);
      return;
    }
    const facets = slot === undefined ? [] : this.removeSlot(slot);
    const added = this.documents.add(entry);
    this.search.add(entry, added);
    this.facets.set(added, facets);
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
    const { offset, limit } = query;
    if (!hasSearch(query)) return this.plainPage(query);
    const from = offset - (offset % WINDOW_SIZE);
    const terms = tokenize(query.search);
    const found = this.find(query, terms, from, Math.max(from + WINDOW_SIZE, offset + limit));
    const slots = found.documents.slice(offset - from, offset - from + limit);
    const items = this.explain(slots, terms, found.matches);
    if (!found.isMisspelt) return { total: found.total, items };
    found.didYouMean ??= this.suggest(query, terms);
    const { total, didYouMean } = found;
    return { total, items, ...(didYouMean && { didYouMean }) };
  }

  /** The values of a kind of facet, each with the number of entries that have it, none left out. */
  countFacets(kind: string, filter: RegistryFilter): Map<string, number> {
    return new Map(this.facets.count(kind, this.select(filter)));
  }

  /** A page without a search. */
  private plainPage({ sort = 'nameEn', offset, limit, ...filter }: RegistryQuery): RegistryPage<T> {
    const order = this.documents.sortedBy(sort);
    const documents = this.toBitmap(filter);
    const { total, documents: slots } = documents
      ? toSearchWindow([{ tier: 0, documents }], order, offset, offset + limit)
      : { total: this.size, documents: [...order.all.subarray(offset, offset + limit)] };
    return { total, items: slots.map((slot) => this.documents.at(slot)) };
  }

  /** The search that is meant by a misspelt one, if it finds something that the filter lets in; else `''`. */
  private suggest(filter: RegistryFilter, terms: readonly string[]): string {
    const search = this.search.suggest(terms) ?? '';
    if (search === '') return '';
    const found = this.select({ ...filter, search });
    return found && countBits(found) > 0 ? search : '';
  }

  /** The documents that a filter lets in; valid until the next search. If undefined, all. */
  private select(query: RegistryFilter): Bitmap | undefined {
    const filter = this.toBitmap(query);
    if (!hasSearch(query)) return filter;
    const { sets } = this.search.find(tokenize(query.search), filter);
    return sets.at(-1)?.documents ?? createBitmap(0);
  }

  /** The documents of a category that have all facets. If undefined, all. */
  private toBitmap({ category, facets = [] }: RegistryFilter): Bitmap | undefined {
    const filters = facets.map((facet) => {
      const documents = createBitmap(this.documents.capacity);
      this.facets.addTo(facet, documents);
      return documents;
    });
    const [first, ...others] = filters;
    if (category !== undefined) others.push(this.documents.getBitmap(category));
    if (first === undefined) return others[0];
    for (const other of others) andInto(first, other);
    return first;
  }

  private find(
    { category, facets = [], sort }: RegistryQuery,
    terms: readonly string[],
    from: number,
    to: number,
  ): SearchWindow {
    const key = JSON.stringify([category, facets, sort, from, to, ...terms]);
    const known = this.windows.get(key);
    if (known) return known;
    const filter = this.toBitmap({ category, facets });
    const { sets, inKannada, isMisspelt } = this.search.find(terms, filter);
    const { englishLengthOrder, kannadaLengthOrder } = this.documents;
    const byLength = inKannada ? kannadaLengthOrder : englishLengthOrder;
    const found = sort
      ? toSearchWindow(sets.slice(-1), this.documents.sortedBy(sort), from, to)
      : toSearchWindow(sets, byLength, from, to);
    const window = { ...found, isMisspelt, matches: new Map() };
    this.windows.set(key, window);
    return window;
  }

  /** The entries with why the terms found them, which `known` remembers; a list that is no page comes without. */
  private explain(
    slots: readonly number[],
    terms: readonly string[],
    known: Map<number, SearchMatch>,
  ): T[] {
    const isLong = slots.length > WINDOW_SIZE;
    return slots.map((slot) => {
      const entry = this.documents.at(slot);
      if (isLong) return entry;
      const match = known.get(slot) ?? this.search.explain(terms, slot, entry);
      known.set(slot, match);
      return { ...entry, match };
    });
  }

  private async sortPending(): Promise<void> {
    this.documents.sortPending();
    await setImmediate();
    this.search.sortPending();
    await setImmediate();
  }

  /** Returns the facets that the document had. */
  private removeSlot(slot: number): readonly Facet[] {
    this.search.remove(this.documents.at(slot), slot);
    this.documents.remove(slot);
    return this.facets.remove(slot);
  }
}

const hasSearch = <F extends RegistryFilter>(filter: F): filter is F & { search: string } =>
  filter.search !== undefined && fold(filter.search) !== '';

const hasSameFields = (left: RegistrySummary, right: RegistrySummary): boolean =>
  indexedFields.every((name) => isDeepStrictEqual(left[name], right[name]));

/** The documents from position `from` to before `to`: best tier first, by `order` within a tier. */
function toSearchWindow(
  sets: RankedSets,
  order: NameOrder,
  from: number,
  to: number,
): Pick<SearchWindow, 'total' | 'documents'> {
  const found: number[] = [];
  let total = 0;
  sets.forEach(({ documents }, step) => {
    // Behind the window only the total is wanted, which the last set gives.
    if (total >= to && step < sets.length - 1) return;
    const before = total;
    total = countBits(documents);
    const start = Math.max(from, before);
    const end = Math.min(to, total);
    if (start >= end) return;
    const group = { documents, excluded: sets[step - 1]?.documents };
    found.push(...order.pick(group, total - before, start - before, end - start));
  });
  return { total, documents: found };
}
