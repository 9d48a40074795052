import { orInto, intersect, type Bitmap, type BitmapPool } from './bitmap.js';

/** The documents that are at least as good as `tier`. */
export interface RankedSet {
  readonly tier: number;
  readonly documents: Bitmap;
}

/** Sets by ascending tier, each holding the one before; tiers that add nothing are left out. */
export type RankedSets = readonly RankedSet[];

/** Collects documents tier by tier. */
export class RankedSetsBuilder {
  private readonly found: (Bitmap | undefined)[] = [];

  constructor(private readonly bitmaps: BitmapPool) {}

  /** The documents found for a tier so far, to be added to. */
  at(tier: number): Bitmap {
    return (this.found[tier] ??= this.bitmaps.acquire());
  }

  build(): RankedSets {
    const sets: RankedSet[] = [];
    this.found.forEach((documents, tier) => {
      if (documents === undefined) return;
      const before = sets.at(-1);
      if (before !== undefined) orInto(documents, before.documents);
      sets.push({ tier, documents });
    });
    return sets;
  }
}

/** Documents that are in both: their tier is the worse of the two. */
export function intersectRanked(
  left: RankedSets,
  right: RankedSets,
  bitmaps: BitmapPool,
): RankedSets {
  const sets: RankedSet[] = [];
  const steps = [...new Set([...left, ...right].map(({ tier }) => tier))].sort((a, b) => a - b);
  for (const tier of steps) {
    const ofLeft = left.findLast((set) => set.tier <= tier);
    const ofRight = right.findLast((set) => set.tier <= tier);
    if (ofLeft === undefined || ofRight === undefined) continue;
    const documents = bitmaps.acquire();
    const any = intersect(ofLeft.documents, ofRight.documents, documents);
    if (any) sets.push({ tier, documents });
  }
  return sets;
}
