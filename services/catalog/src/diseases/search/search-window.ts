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
