/** What a turn of the sweeper found among the objects of images. */
export interface Found {
  /** Objects that are due and that no record names. */
  orphans: number;
  objects: number;
  hasImages: boolean;
}

/** So many may be left behind by workers that died. */
const FEW = 20;
const SHARE = 0.01;

/** Whether the orphans may be believed: more of them speak of a database that is not the bucket's. */
export const isPlausible = ({ orphans, objects, hasImages }: Found): boolean =>
  hasImages && (orphans <= FEW || orphans <= objects * SHARE);
