import { countBits } from './bitmap.js';
import type { NameOrder } from './name-order.js';
import type { RankedSets } from './ranked-sets.js';

/** A part of what a search found. */
export interface SearchWindow {
  /** How many documents were found in all. */
  readonly total: number;
  readonly documents: readonly number[];
}

/** The documents from position `from` to before `to`: best tier first, by `order` within a tier. */
export function toSearchWindow(
  sets: RankedSets,
  order: NameOrder,
  from: number,
  to: number,
): SearchWindow {
  const found: number[] = [];
  let before = 0;
  for (const [step, { documents }] of sets.entries()) {
    const count = countBits(documents);
    const start = Math.max(from, before);
    const end = Math.min(to, count);
    if (start < end) {
      const group = { documents, excluded: sets[step - 1]?.documents };
      found.push(...order.pick(group, count - before, start - before, end - start));
    }
    if (count >= to) break;
    before = count;
  }
  const all = sets.at(-1);
  return { total: all === undefined ? 0 : countBits(all.documents), documents: found };
}
