/**
 * Sort by it whatever is read in several batches: an unsorted cursor of FerretDB goes by the place
 * of a document on disk, and may skip or repeat one that is updated meanwhile.
 */
export const STABLE_ORDER = { _id: 1 } as const;
