import type { Category, DiseaseCode } from '@ctdb/contracts';

/** What the registry index must know of a disease; whatever else an entry carries is kept as it is. */
export interface RegistrySummary {
  readonly id: string;
  readonly nameEn: string;
  readonly nameKn: string;
  readonly category: Category;
  readonly notes: string;
  readonly codes: readonly Pick<DiseaseCode, 'code'>[];
}

/** One page of the registry; a blank `search` counts as none. */
export interface RegistryQuery {
  readonly category?: Category | undefined;
  readonly search?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Rows of one page and the exact number of all rows. */
export interface RegistryPage<T> {
  readonly total: number;
  readonly items: T[];
}
