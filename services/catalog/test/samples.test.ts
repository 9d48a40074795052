import { eventSpy, startTestService, waitUntil } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  addNote,
  deleteDisease,
  diseaseEvents,
  getAnalytics,
  getDisease,
  getSamplesState,
  getTrends,
  listDiseases,
  listSampleCards,
  MAX_SAMPLE_CARDS,
  removeSamples,
  replaceProtocols,
  restoreSamples,
  updateDisease,
  updateTreatment,
  type Disease,
} from '@ctdb/contracts';
import { beforeAll, expect, it, vi } from 'vitest';
import { SamplesRepository } from '../src/seed/samples.repository.js';
import { readTreatment, testCatalog } from './support/catalog.js';
import { visit } from './support/patients.js';
import { StandInMedia, StandInMediaModule } from './support/stand-in-media.js';

const catalog = testCatalog({ hasSamples: true });
let media: StandInMedia;
let diseases: Disease[];

const detail = (disease: Disease | undefined) => readTreatment(catalog.call, disease?.id ?? '');
/** Renames a sample. */
const rename = ({ id, nameKn, category, notes }: Disease, nameEn: string) =>
  catalog.call(updateDisease, { id, nameEn, nameKn, category, notes });
const at = (index: number): Disease => {
  const disease = diseases[index];
  if (!disease) throw new Error('too few samples');
  return disease;
};
beforeAll(async () => {
  media = (await startTestService(StandInMediaModule, catalog.env)).get(StandInMedia);
  diseases = (await catalog.call(listDiseases, {})).items;
});

it('the figures count samples, and say so, only while there are no other entries', async () => {
  const { call } = catalog;
  const before = await call(getAnalytics, {});
  expect(before).toMatchObject({ samples: true, diseases: 24, historyEntries: 79 });
  expect(await call(getTrends, { period: '1year' })).toMatchObject({ samples: true });

  const own = await catalog.treatment();
  const date = new Date().toISOString();
  await call(addHistoryEntry, { treatmentId: own.id, ...visit, date });
  const registered = { diseases: 25, activeTreatments: 25 };
  const entered = { historyEntries: 1, entriesLast30Days: 1, patients: 1, successRate: 1 };
  const figures = { samples: false, ...registered, ...entered };
  expect(await call(getAnalytics, {})).toMatchObject(figures);
  expect(await call(getTrends, {})).toMatchObject({ samples: false, total: 1 });
  const ofSample = await call(getTrends, { period: '1year', diseaseId: at(0).id });
  expect(ofSample).toMatchObject({ samples: false, total: 0 });

  await call(deleteDisease, { id: own.diseaseId });
  expect(await call(getAnalytics, {})).toEqual(before);
});

it('a sample is marked with all that hangs on it', async () => {
  expect(diseases).toHaveLength(24);
  for (const disease of diseases) {
    const { isSample, notes, history } = await detail(disease);
    for (const each of [disease, { isSample }, ...notes, ...history])
      expect(each.isSample).toBe(true);
  }
});

it('a sample is none once a person has edited it', async () => {
  const { call } = catalog;
  const { id } = await detail(at(3));
  expect((await call(updateTreatment, { id, descriptionEn: 'Mine' })).isSample).toBe(false);
  await call(replaceProtocols, { treatmentId: (await detail(at(4))).id, protocols: [] });
  expect((await detail(at(4))).isSample).toBe(false);
  expect((await rename(at(5), 'Mine')).isSample).toBe(false);
  const state = await call(getSamplesState, {});
  expect(state).toMatchObject({ diseases: 23, inTrash: 0 });
  const ids = state.edited.map(({ diseaseId }) => diseaseId).sort();
  expect(ids).toEqual([3, 4, 5].map((index) => at(index).id).sort());
  const { id: diseaseId, nameKn } = at(5);
  expect(state.edited).toContainEqual({ diseaseId, nameEn: 'Mine', nameKn });
});

it('the cards of the landing page are samples of different categories, with their colors and nothing else', async () => {
  const anonymous = catalog.as({ role: 'anonymous' });
  const cards = await anonymous(listSampleCards, {});
  expect(cards).toHaveLength(MAX_SAMPLE_CARDS);
  expect(new Set(cards.map(({ category }) => category)).size).toBe(MAX_SAMPLE_CARDS);
  const names = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ' };
  expect(cards[0]).toEqual({ ...names, category: 'Respiratory', colors: ['blue', 'orange'] });
});

it('the cards of the landing page end with the sample: edited, of an edited treatment, or in the trash', async () => {
  const { call } = catalog;
  const names = async () => (await call(listSampleCards, {})).map(({ nameEn }) => nameEn);
  const [{ id = '' } = {}] = diseases.filter(({ nameEn }) => nameEn === 'Asthma');
  await call(deleteDisease, { id });
  expect(await names()).not.toContain('Asthma');
  await call(restoreSamples, {});
  expect(await names()).toContain('Asthma');
});

it('all samples go to the trash, but not what a person has added or edited, and come back', async () => {
  const { call, env } = catalog;
  const spy = await eventSpy(env, diseaseEvents.deleted, diseaseEvents.restored);
  const [withNote, withImage, withSampleImage] = await Promise.all([0, 1, 2].map(at).map(detail));
  if (!withNote || !withImage || !withSampleImage) throw new Error('too few samples');
  await call(addNote, { treatmentId: withNote.id, content: 'Mine' });
  media.add(withImage.id, false);
  media.add(withSampleImage.id, true);
  const kept = await Promise.all([0, 1, 3, 4, 5].map(at).map(detail));
  const keptEntries = kept.flatMap(({ notes, history }) => [...notes, ...history]);
  const entries = keptEntries.filter(({ isSample }) => isSample).length;
  const before = await call(getSamplesState, {});

  expect(await call(removeSamples, {})).toEqual({ diseases: 19, entries, kept: 4 });
  const left = (await call(listDiseases, {})).items.map(({ id }) => id).sort();
  expect(left).toEqual(kept.map(({ diseaseId }) => diseaseId).sort());
  expect(await detail(at(0))).toMatchObject({ notesCount: 1, historyCount: 0, isSample: true });
  expect(await detail(at(5))).toMatchObject({ notesCount: 0, historyCount: 0 });
  expect(await call(getSamplesState, {})).toMatchObject({ diseases: 4, entries: 0 });
  expect(await call(removeSamples, {})).toEqual({ diseases: 0, entries: 0, kept: 4 });

  const { inTrash } = await call(getSamplesState, {});
  const restored = await call(restoreSamples, {});
  expect(restored).toEqual({ diseases: 19, entries });
  expect(inTrash).toBe(19 + entries);
  expect(await call(getSamplesState, {})).toEqual(before);
  expect(await call(restoreSamples, {})).toEqual({ diseases: 0, entries: 0 });
  expect((await call(listDiseases, {})).total).toBe(24);
  expect(await detail(at(2))).toMatchObject({ isSample: true });
  for (const kind of ['deleted', 'restored'] as const) {
    await waitUntil(() => spy.of(diseaseEvents[kind]).length === 19);
    for (const { actor } of spy.of(diseaseEvents[kind])) expect(actor.role).toBe('admin');
  }
});

it('all samples do not take along what a person edits meanwhile', async () => {
  const { call } = catalog;
  const repository = catalog.service.get(SamplesRepository);
  const find = repository.findDiseasesWithOwnEntries.bind(repository);
  vi.spyOn(repository, 'findDiseasesWithOwnEntries').mockImplementationOnce(async () => {
    await rename(at(6), 'Mine too');
    return find();
  });
  expect(await call(removeSamples, {})).toMatchObject({ diseases: 18 });
  expect(await call(getDisease, { id: at(6).id })).toMatchObject({ isSample: false });
  expect(await call(restoreSamples, {})).toMatchObject({ diseases: 18 });
});

it('all samples go once if two administrators remove them', async () => {
  const { call } = catalog;
  const removed = await Promise.all([call(removeSamples, {}), call(removeSamples, {})]);
  expect(removed.reduce((sum, { diseases: count }) => sum + count, 0)).toBe(18);
  expect(await call(restoreSamples, {})).toMatchObject({ diseases: 18 });
});

it('all samples stay while it is not known whether they have images', async () => {
  const { call } = catalog;
  vi.spyOn(media, 'of').mockImplementationOnce(() => {
    throw new Error('media is away');
  });
  await expect(call(removeSamples, {})).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
  expect((await call(listDiseases, {})).total).toBe(24);
});
