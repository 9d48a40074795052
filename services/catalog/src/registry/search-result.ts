import { countBits } from './bitmap.js';
import type { NameOrder, Selection } from './name-order.js';
import type { RankedSets } from './ranked-sets.js';

interface Group extends Selection {
  readonly count: number;
}

/** What a search found, grouped by how well it answers. */
export class SearchResult {
  /** How many documents were found. */
  readonly total: number;
  private readonly groups: readonly Group[];

  constructor(sets: RankedSets) {
    let total = 0;
    this.groups = sets.map(({ documents }, step) => {
      const upToHere = countBits(documents);
      const count = upToHere - total;
      total = upToHere;
      return { documents, but: sets[step - 1]?.documents, count };
    });
    this.total = total;
  }

  /** Documents from `offset` on, best groups first and in order within a group; at most `limit`. */
  page(order: NameOrder, offset: number, limit: number): number[] {
    const page: number[] = [];
    let before = offset;
    for (const group of this.groups) {
      if (page.length === limit) break;
      if (before < group.count) {
        page.push(...order.pick(group, group.count, before, limit - page.length));
      }
      before = Math.max(0, before - group.count);
    }
    return page;
  }
}
