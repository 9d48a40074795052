import type { Category, Disease, DiseaseSort, SearchMatch } from '@ctdb/contracts';
import type { Facet } from './facet-index.js';

/** The texts of a disease that a search finds after names, codes and category. */
export const searchedTexts = ['notes'] as const satisfies readonly (keyof Disease)[];

/** The fields that the index is made of: a change of any of them puts the disease in anew. */
export const indexedFields = [
  'nameEn',
  'nameKn',
  'alsoKnownAs',
  'category',
  'codes',
  ...searchedTexts,
] as const;

/**
 * What the registry index must know of a disease; whatever else an entry carries is kept as it is. What a search
 * finds has a `match`.
 */
export type RegistrySummary = Readonly<
  Pick<Disease, 'id' | 'updatedAt' | (typeof indexedFields)[number]> & { match?: SearchMatch }
>;

/** Which diseases are wanted; a blank `search` counts as none. */
export interface RegistryFilter {
  readonly category?: Category | undefined;
  readonly search?: string | undefined;
  /** A disease must have all of them. */
  readonly facets?: readonly Facet[] | undefined;
}

/** One page of the registry. */
export interface RegistryQuery extends RegistryFilter {
  /** If absent, best matches first, and without a search by English name. */
  readonly sort?: DiseaseSort | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Rows of one page and the exact number of all rows. */
export interface RegistryPage<T> {
  readonly total: number;
  readonly items: T[];
  /** As the contract says. */
  readonly didYouMean?: string;
}
