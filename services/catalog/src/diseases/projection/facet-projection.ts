import { coalesceCalls, toObjectId } from '@ctdb/chassis';
import {
  ALL_CATEGORIES,
  type Disease,
  type DiseaseFilters,
  facetNames,
  fold,
  languageStates,
  MAX_AREA_CHOICES,
  outcomes,
  type Requests,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Facet } from '../search/facet-index.js';
import type { RegistryIndex } from '../search/registry-index.js';
import { RegistrySourceRepository, type FacetTexts } from './registry-source.repository.js';

/** Diseases whose facets are read at once. */
const BATCH_SIZE = 1_000;

type FacetName = (typeof facetNames)[number];
type FilterRequest = Requests['getDiseaseFilters'];

/** Areas are found in whatever spelling. */
const toFacetValue = (name: FacetName, value: string | undefined): string | undefined =>
  name === 'area' && value !== undefined ? fold(value) : value;

/** The facets that a request asks for. */
export const facetsOfRequest = (
  request: Readonly<Partial<Record<FacetName, string | undefined>>>,
): Facet[] =>
  facetNames.flatMap((name) => {
    const value = toFacetValue(name, request[name]);
    return value === undefined ? [] : [`${name}:${value}` as const];
  });

/**
 * Facets of the diseases in the registry. They are read at the first {@link refresh}, which is work for
 * seconds, and again for each disease of which anything changed since.
 */
@Injectable()
export class FacetProjection {
  /** The index that has them; undefined until the first {@link refresh}. */
  private index: RegistryIndex<Disease> | undefined;
  /** Ids of diseases whose facets must be read. */
  private readonly stale = new Set<string>();
  private isReading = false;
  /** The state of the registry at the last {@link refreshIfUnchanged}. */
  private lastTag: string | undefined;
  private readonly texts: FacetTexts = {
    areas: new Map(),
    kannadaAreas: new Map(),
    looks: new Map(),
  };
  private readonly readStale = coalesceCalls(() => this.readAll());

  constructor(private readonly source: RegistrySourceRepository) {}

  /** Brings the facets of `index` up to date. */
  async refresh(index: RegistryIndex<Disease>): Promise<void> {
    if (!this.index) {
      this.index = index;
      this.forget('all', index);
    }
    if (this.stale.size > 0 || this.isReading) await this.readStale();
  }

  /** {@link refresh}, if `tag` is that of the last call: a start and an import need the time. */
  async refreshIfUnchanged(index: RegistryIndex<Disease>, tag: string): Promise<void> {
    if (tag === this.lastTag) await this.refresh(index);
    this.lastTag = tag;
  }

  /** Marks diseases of `index` of which anything changed. */
  forget(diseaseIds: readonly string[] | 'all', index: RegistryIndex<Disease>): void {
    if (!this.index) return;
    this.index = index;
    if (diseaseIds === 'all') for (const texts of Object.values(this.texts)) texts.clear();
    for (const id of diseaseIds === 'all' ? index.ids : diseaseIds) this.stale.add(id);
  }

  /** As the contract defines it, of facets that are up to date. */
  count(index: RegistryIndex<Disease>, request: FilterRequest): DiseaseFilters {
    const category = request.category === ALL_CATEGORIES ? undefined : request.category;
    const count = (name: FacetName) => {
      const facets = facetsOfRequest({ ...request, [name]: undefined });
      const counts = index.countFacets(name, { category, search: request.search, facets });
      const chosen = toFacetValue(name, request[name]);
      if (chosen !== undefined && !counts.has(chosen)) counts.set(chosen, 0);
      return counts;
    };
    const chosenArea = toFacetValue('area', request.area);
    const areas = [...count('area')].sort((left, right) => right[1] - left[1]);
    return {
      colors: Array.from(count('color'), ([value, number]) => ({
        value,
        look: this.texts.looks.get(value),
        count: number,
      })),
      areas: areas.slice(0, MAX_AREA_CHOICES).map(([area, number]) => ({
        value: (area === chosenArea ? request.area : this.texts.areas.get(area)) ?? area,
        valueKn: this.texts.kannadaAreas.get(area) ?? '',
        count: number,
      })),
      outcomes: pickCounts(outcomes, count('outcome')),
      languages: pickCounts(languageStates, count('language')),
    };
  }

  private async readAll(): Promise<void> {
    this.isReading = true;
    const ids = [...this.stale];
    let batch: string[] = [];
    try {
      for (let start = 0; start < ids.length; start += BATCH_SIZE) {
        batch = ids.slice(start, start + BATCH_SIZE);
        // What changes while they are read is stale again.
        for (const id of batch) this.stale.delete(id);
        const facets = await this.source.readFacets(batch.map(toObjectId), this.texts);
        for (const id of batch) this.index?.setFacets(id, [...(facets.get(id) ?? [])]);
      }
    } catch (error) {
      for (const id of batch) this.stale.add(id);
      throw error;
    } finally {
      this.isReading = false;
    }
  }
}

/** The values in their order, without those that nothing has. */
const pickCounts = <V extends string>(values: readonly V[], counts: ReadonlyMap<string, number>) =>
  values.flatMap((value) => {
    const count = counts.get(value);
    return count === undefined ? [] : { value, count };
  });
