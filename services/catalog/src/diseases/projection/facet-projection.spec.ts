import { expect, it } from 'vitest';
import { disease } from '@ctdb/contracts';
import type { Facet } from '../search/facet-index.js';
import { RegistryIndex } from '../search/registry-index.js';
import { FacetProjection } from './facet-projection.js';
import type { FacetTexts, RegistrySourceRepository } from './registry-source.repository.js';

const id = 'a'.repeat(24);
const at = '2026-01-05T00:00:00.000Z';
const asthma = disease.parse({
  id,
  nameEn: 'Asthma',
  nameKn: 'ಅಸ್ತಮಾ',
  category: 'Respiratory',
  notes: '',
  createdAt: at,
  updatedAt: at,
  version: 1,
});

/** Facets of a registry with one disease, which is treated on the chest. */
const startFacets = () => {
  const index = new RegistryIndex<typeof asthma>();
  index.upsert(asthma);
  const stored = { chestKn: 'ಎದೆ', isAway: false };
  const readFacets = (_ids: unknown, texts: FacetTexts) => {
    if (stored.isAway) return Promise.reject(new Error('away'));
    texts.areas.set('chest', 'Chest');
    if (stored.chestKn !== '') texts.kannadaAreas.set('chest', stored.chestKn);
    return Promise.resolve(new Map([[id, new Set<Facet>(['area:chest'])]]));
  };
  const facets = new FacetProjection({ readFacets } as unknown as RegistrySourceRepository);
  const areas = async () => {
    await facets.refresh(index);
    return facets.count(index, {}).areas;
  };
  return { stored, facets, index, areas };
};

it('the facets of the registry keep no Kannada name of an area when all are read again', async () => {
  const { stored, facets, index, areas } = startFacets();
  expect(await areas()).toEqual([{ value: 'Chest', valueKn: 'ಎದೆ', count: 1 }]);
  stored.chestKn = '';
  facets.forget('all', index);
  expect(await areas()).toEqual([{ value: 'Chest', valueKn: '', count: 1 }]);
});

it('the facets of the registry are read again after a read that failed', async () => {
  const { stored, areas } = startFacets();
  stored.isAway = true;
  await expect(areas()).rejects.toThrow('away');
  stored.isAway = false;
  expect(await areas()).toHaveLength(1);
});
