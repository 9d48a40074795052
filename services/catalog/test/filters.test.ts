import { waitUntil } from '@ctdb/chassis/testing';
import {
  addColor,
  addHistoryEntry,
  createDisease,
  createTreatment,
  deleteDisease,
  deleteHistoryEntry,
  getDiseaseFilters,
  listDiseases,
  replaceProtocols,
  reviewTranslation,
  updateDisease,
  updateTreatment,
  type RequestInput,
} from '@ctdb/contracts';
import { beforeAll, expect, it, vi } from 'vitest';
import { RegistrySourceRepository } from '../src/diseases/projection/registry-source.repository.js';
import { RegistryProjection } from '../src/diseases/projection/registry-projection.js';
import { testCatalog } from './support/catalog.js';
import { visit } from './support/patients.js';

const catalog = testCatalog();
type List = RequestInput<typeof listDiseases>;

const names = async (request: List) =>
  (await catalog.call(listDiseases, request)).items.map(({ nameEn }) => nameEn);

const protocol = (color: string, applicationArea: string, applicationAreaKn = 'ಕನ್ನಡ') => ({
  color,
  applicationArea,
  applicationAreaKn,
  duration: '20 min',
  durationKn: '20 ನಿಮಿಷ',
  frequency: 'daily',
  frequencyKn: 'ಪ್ರತಿದಿನ',
});

/** A disease with a treatment in both languages and these protocols. */
const add = async (
  nameEn: string,
  nameKn: string,
  protocols: ReturnType<typeof protocol>[],
  category: 'Respiratory' | 'Skin' = 'Respiratory',
) => {
  const { call } = catalog;
  const disease = await call(createDisease, { nameEn, nameKn, category });
  const texts = { descriptionEn: 'Light', descriptionKn: 'ಬೆಳಕು' };
  const { id: treatmentId } = await call(createTreatment, { diseaseId: disease.id, ...texts });
  await call(replaceProtocols, { treatmentId, protocols });
  return { diseaseId: disease.id, treatmentId };
};

let coral: string;
let asthma: Awaited<ReturnType<typeof add>>;
let cold: Awaited<ReturnType<typeof add>>;
beforeAll(async () => {
  const color = { nameEn: 'Coral', nameKn: 'ಹವಳ', value: '#ff7f50' };
  coral = (await catalog.call(addColor, color)).id;
  asthma = await add('Asthma', 'ಅಸ್ತಮಾ', [protocol('blue', 'Chest', 'ಎದೆ'), protocol(coral, 'Back')]);
  cold = await add('Cold', 'ನೆಗಡಿ', [protocol('blue', 'Nose')]);
  await add('Eczema', 'ಇಸುಬು', [protocol('green', 'Chest', 'ಎದೆ')], 'Skin');
  await catalog.disease({ nameEn: 'Untreated', nameKn: 'ಬರಿ' });
}, 30_000);

it('the registry is filtered by color, body area and both', async () => {
  const area = 'Chest';
  expect(await names({ color: 'blue' })).toEqual(['Asthma', 'Cold']);
  expect(await names({ color: coral })).toEqual(['Asthma']);
  expect(await names({ area })).toEqual(['Asthma', 'Eczema']);
  expect(await names({ area: 'CHEST\u00a0' })).toEqual(['Asthma', 'Eczema']);
  expect(await names({ area, color: 'blue' })).toEqual(['Asthma']);
  expect(await names({ area, category: 'Skin', search: 'eczema' })).toEqual(['Eczema']);
});

it('the registry is filtered by the outcomes of entries that are not in the trash', async () => {
  const { call } = catalog;
  const { treatmentId } = cold;
  expect(await names({ outcome: 'Resolved' })).toEqual([]);
  const added = await call(addHistoryEntry, { ...visit, treatmentId, outcome: 'Resolved' });
  expect(await names({ outcome: 'Resolved' })).toEqual(['Cold']);
  await call(deleteHistoryEntry, { id: treatmentId, entryId: added.id });
  expect(await names({ outcome: 'Resolved' })).toEqual([]);
});

it('the registry is filtered by the state of the Kannada texts', async () => {
  const { call } = catalog;
  const { diseaseId, treatmentId: id } = await add('Gout', 'ಸಂಧಿವಾತ', []);
  const state = async () =>
    (await call(getDiseaseFilters, { search: 'Gout' })).languages.map(({ value }) => value);
  expect(await state()).toEqual([]);
  await call(updateTreatment, { id, descriptionEn: 'Other', descriptionKn: 'ಬೆಳಕು' });
  expect(await state()).toEqual(['outdated']);
  await call(reviewTranslation, { id });
  const machine = { descriptionEn: 'Other', descriptionKn: 'ಬೇರೆ', machineTranslatedBy: 'google' };
  await call(updateTreatment, { id, ...machine });
  expect(await state()).toEqual(['needsReview']);
  await call(updateTreatment, { id, descriptionEn: 'Other', descriptionKn: '' });
  expect(await state()).toContain('missing');
  await call(updateTreatment, { id, descriptionEn: '', descriptionKn: '' });
  expect(await state()).not.toContain('missing');
  await call(replaceProtocols, { treatmentId: id, protocols: [protocol('red', 'Knee', '')] });
  expect(await names({ language: 'missing' })).toEqual(['Gout']);
  await call(deleteDisease, { id: diseaseId });
  expect(await names({ language: 'missing' })).toEqual([]);
});

it('the registry names the filters that find something, with numbers, and what is chosen', async () => {
  const all = await catalog.call(getDiseaseFilters, { category: 'All' });
  const look = { nameEn: 'Coral', nameKn: 'ಹವಳ', value: '#ff7f50' };
  expect(all.colors).toHaveLength(3);
  expect(all.colors).toContainEqual({ value: 'blue', count: 2 });
  expect(all.colors).toContainEqual({ value: coral, count: 1, look });
  expect(all.areas[0]).toEqual({ value: 'Chest', valueKn: 'ಎದೆ', count: 2 });

  const green = await catalog.call(getDiseaseFilters, { color: 'green', area: 'Nose' });
  expect(green.areas).toEqual([
    { value: 'Chest', valueKn: 'ಎದೆ', count: 1 },
    { value: 'Nose', valueKn: 'ಕನ್ನಡ', count: 0 },
  ]);
  expect(green.colors).toEqual([
    { value: 'blue', count: 1 },
    { value: 'green', count: 0 },
  ]);
});

it('the registry counts the filters anew only after a change', async () => {
  const { call, service } = catalog;
  const count = vi.spyOn(service.get(RegistryProjection), 'filters');
  const first = await call(getDiseaseFilters, { color: 'blue' });
  expect(await call(getDiseaseFilters, { color: 'blue' })).toEqual(first);
  expect(count).toHaveBeenCalledTimes(1);
  await call(getDiseaseFilters, { color: 'green' });
  const { id } = await catalog.disease({ nameEn: 'Changing' });
  await call(deleteDisease, { id });
  expect(await call(getDiseaseFilters, { color: 'blue' })).toEqual(first);
  expect(count).toHaveBeenCalledTimes(3);
  count.mockRestore();
});

it('the registry keeps an answer only until a treatment changes', async () => {
  const { call } = catalog;
  const request = { color: 'violet' };
  const { etag } = await call(listDiseases, request);
  expect((await call(listDiseases, { ...request, knownEtag: etag })).notModified).toBe(true);
  const { treatmentId } = cold;
  const treatCold = (color: string) =>
    call(replaceProtocols, { treatmentId, protocols: [protocol(color, 'Nose')] });
  await treatCold('violet');
  const after = await call(listDiseases, { ...request, knownEtag: etag });
  expect(after).toMatchObject({ notModified: false, total: 1 });
  // What does not go by treatments is kept.
  const plain = await call(listDiseases, {});
  await treatCold('blue');
  expect((await call(listDiseases, { knownEtag: plain.etag })).notModified).toBe(true);
});

it('the registry is sorted by either name, and by the last change', async () => {
  const { call } = catalog;
  expect(await names({ sort: 'nameEn' })).toEqual(['Asthma', 'Cold', 'Eczema', 'Untreated']);
  // ಅ, ಇ, ನ, ಬ
  expect(await names({ sort: 'nameKn' })).toEqual(['Asthma', 'Eczema', 'Cold', 'Untreated']);
  const eczema = { nameEn: 'Eczema', nameKn: 'ಊತ', category: 'Skin' } as const;
  const [{ id = '' } = {}] = (await call(listDiseases, { search: 'Eczema' })).items;
  await call(updateDisease, { id, ...eczema });
  expect((await names({ sort: 'updatedAt' }))[0]).toBe('Eczema');
});

it('the registry is filtered the same by another replica, without reading once nothing changes any more', async () => {
  const other = await catalog.replica();
  const registry = other.get(RegistryProjection);
  const found = async (request: List) =>
    (await registry.list(listDiseases.request.parse(request))).items.map(({ nameEn }) => nameEn);
  expect(await found({ area: 'Knee' })).toEqual([]);
  const { treatmentId } = asthma;
  await catalog.call(replaceProtocols, { treatmentId, protocols: [protocol('blue', 'Knee')] });
  expect(await found({ area: 'Knee' })).toEqual(['Asthma']);
  await catalog.disease({ nameEn: 'Changed' });
  const read = vi.spyOn(other.get(RegistrySourceRepository), 'readFacets');
  await waitUntil(async () => {
    await registry.catchUp();
    return read.mock.calls.length > 0;
  });
  read.mockClear();
  await registry.list(listDiseases.request.parse({ color: 'blue' }));
  expect(read).not.toHaveBeenCalled();
});
