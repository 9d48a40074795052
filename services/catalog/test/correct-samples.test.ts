import {
  getDisease,
  getSamplesState,
  listDiseases,
  type Disease,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { ChangesRepository } from '../src/projection/changes.repository.js';
import { RegistryProjection } from '../src/projection/registry-projection.js';
import { correctSamples } from '../src/seed/correct-samples.js';
import { readTreatment, testCatalog } from './support/catalog.js';

const catalog = testCatalog({ hasSamples: true });
const collections = ['diseases', 'treatments', 'notes', 'history'] as const;
const renamed = { old: 'ಕಾಲಿನ ಉಬ್ಬಿದ ರಕ್ತನಾಳಗಳು', nameEn: 'Varicose Veins' };
const twins = { titleKn: 1, contentKn: 1, treatmentDescriptionKn: 1, practitionerKn: 1 };

const set = (name: (typeof collections)[number], id: string, fields: object) =>
  catalog.change(name, id, { $set: fields });
const found = async (nameEn: string): Promise<Disease> => {
  const disease = (await catalog.call(listDiseases, { search: nameEn })).items[0];
  if (!disease) throw new Error(`no ${nameEn}`);
  return disease;
};
const detail = (diseaseId: string) => readTreatment(catalog.call, diseaseId);
const correct = async () => {
  await correctSamples.up(catalog.mongo);
  // As the start that follows does.
  await catalog.service.get(ChangesRepository).append({ diseases: [], treatments: [] });
  await catalog.service.get(RegistryProjection).publishMissed();
};

let asthma: TreatmentDetail;
let veins: Disease;
let migraine: Disease;

/** Makes the samples what an earlier version stored. */
beforeAll(async () => {
  asthma = await detail((await found('Asthma')).id);
  veins = await found(renamed.nameEn);
  migraine = await found('Migraine');
  for (const name of collections)
    await catalog.mongo.collection(name).updateMany({}, { $unset: { isSample: 1 } });
  for (const name of ['notes', 'history'])
    await catalog.mongo.collection(name).updateMany({}, { $unset: twins });
  await set('diseases', veins.id, { nameKn: renamed.old });
  await set('treatments', asthma.id, {
    'protocols.0.applicationArea': 'Chest · ಎದೆ',
    'protocols.0.applicationAreaKn': '',
    'protocols.0.duration': '15 minutes · 15 ನಿಮಿಷ',
    'protocols.0.durationKn': '',
  });
  await set('history', asthma.history[0]?.id ?? '', { practitioner: 'ಮೀನಾಕ್ಷಿ ಗೌಡ' });
  await set('notes', asthma.notes[0]?.id ?? '', { title: 'ಧೂಳಿನ ಬಗ್ಗೆ ಎಚ್ಚರ' });
  await set('diseases', migraine.id, { notes: 'As a person has written it.' });
  await correct();
});

it('the samples of an earlier version get the texts of this one in both languages, and the mark', async () => {
  const corrected = { version: 2 };
  expect(await detail(asthma.diseaseId)).toEqual({
    ...asthma,
    ...corrected,
    notes: asthma.notes.map((note) => ({ ...note, ...corrected })),
    history: asthma.history.map((entry) => ({ ...entry, ...corrected })),
  });
  expect(await found(renamed.nameEn)).toEqual({ ...veins, version: 2 });
  expect(await catalog.call(getDisease, { id: veins.id })).toEqual({ ...veins, version: 2 });
});

it('the samples of an earlier version keep what a person has edited, and are named', async () => {
  const kept = { notes: 'As a person has written it.', isSample: false, version: 2 };
  expect(await catalog.call(getDisease, { id: migraine.id })).toEqual({ ...migraine, ...kept });
  const edited = [{ diseaseId: migraine.id }];
  expect(await catalog.call(getSamplesState, {})).toMatchObject({ edited, diseases: 23 });
});

it('the samples of an earlier version are corrected once', async () => {
  await correct();
  expect((await catalog.call(getDisease, { id: veins.id })).version).toBe(2);
  expect((await detail(asthma.diseaseId)).version).toBe(2);
  await set('diseases', veins.id, { nameKn: renamed.old, version: 3, changedAt: new Date() });
  await correct();
  expect((await catalog.call(getDisease, { id: veins.id })).nameKn).toBe(renamed.old);
});

it('the samples of an earlier version are no samples with other protocols', async () => {
  const replaced = { $unset: { isSample: 1 }, $set: { protocols: [] } };
  await catalog.change('treatments', asthma.id, replaced);
  await correct();
  expect((await detail(asthma.diseaseId)).isSample).toBe(false);
});
