import type { Category, DiseaseCode, DiseaseSort } from '@ctdb/contracts';
import type { Facet } from './facet-index.js';

/** What the registry index must know of a disease; whatever else an entry carries is kept as it is. */
export interface RegistrySummary {
  readonly id: string;
  readonly nameEn: string;
  readonly nameKn: string;
  readonly category: Category;
  readonly notes: string;
  readonly updatedAt: string;
  readonly codes: readonly Pick<DiseaseCode, 'code'>[];
}

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
}
