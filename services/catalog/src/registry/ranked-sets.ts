import { addAll, bitmapFor, intersection, isEmpty, type Bitmap } from './bitmap.js';

/** The documents that are at least as good as `tier`. */
export interface RankedSet {
  readonly tier: number;
  readonly documents: Bitmap;
}

/** Sets by ascending tier, each holding the one before; tiers that add nothing are left out. */
export type RankedSets = readonly RankedSet[];

/** Collects the documents of one term tier by tier. */
export class RankedSetsBuilder {
  private readonly found: (Bitmap | undefined)[] = [];

  constructor(private readonly capacity: number) {}

  /** The documents found for a tier so far, to be added to. */
  at(tier: number): Bitmap {
    return (this.found[tier] ??= bitmapFor(this.capacity));
  }

  build(): RankedSets {
    const sets: RankedSet[] = [];
    this.found.forEach((documents, tier) => {
      if (documents === undefined) return;
      const before = sets.at(-1);
      if (before !== undefined) addAll(documents, before.documents);
      sets.push({ tier, documents });
    });
    return sets;
  }
}

/** Documents that are in both: their tier is the worse of the two. */
export function inBoth(left: RankedSets, right: RankedSets): RankedSets {
  const sets: RankedSet[] = [];
  const steps = [...new Set([...left, ...right].map(({ tier }) => tier))].sort((a, b) => a - b);
  for (const tier of steps) {
    const ofLeft = left.findLast((set) => set.tier <= tier);
    const ofRight = right.findLast((set) => set.tier <= tier);
    if (ofLeft === undefined || ofRight === undefined) continue;
    const documents = intersection(ofLeft.documents, ofRight.documents);
    if (sets.length > 0 || !isEmpty(documents)) sets.push({ tier, documents });
  }
  return sets;
}

/** The same documents, those of `better` (tier by tier, all below the tiers of `sets`) moved up. */
export function promote(better: RankedSets, sets: RankedSets): RankedSets {
  const all = sets.at(-1)?.documents;
  if (all === undefined || better.length === 0) return sets;
  const first = better.map(({ tier, documents }) => ({
    tier,
    documents: intersection(documents, all),
  }));
  const moved = first.at(-1)?.documents ?? bitmapFor(0);
  const rest = sets.map(({ tier, documents }) => {
    // The last set holds the moved ones already.
    if (documents === all) return { tier, documents };
    const larger = documents.slice();
    addAll(larger, moved);
    return { tier, documents: larger };
  });
  return [...first, ...rest];
}

/** Only those documents that are in `filter` too. */
export function within(filter: Bitmap, sets: RankedSets): RankedSets {
  return sets.map(({ tier, documents }) => ({ tier, documents: intersection(documents, filter) }));
}
