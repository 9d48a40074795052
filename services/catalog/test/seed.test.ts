import {
  createDisease,
  deleteDisease,
  listDiseases,
  listSampleTreatments,
  listTrash,
} from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { SamplesService } from '../src/seed/samples.service.js';
import { readTreatment, testCatalog } from './support/catalog.js';

const catalog = testCatalog({ hasSamples: true });
const seed = () => catalog.service.get(SamplesService).fill();
const stored = () => catalog.mongo.collection('diseases').countDocuments();

beforeAll(() => catalog.empty());

it('the sample data fills a new database once, by however many catalogs', async () => {
  const { call } = catalog;
  await Promise.all([seed(), seed()]);
  const { items, total } = await call(listDiseases, {});
  expect(total).toBe(24);
  const { samples } = await call(listSampleTreatments, {});
  expect(samples).toHaveLength(24);
  for (const { id } of items) {
    const detail = await readTreatment(call, id);
    for (const list of [detail.protocols, detail.notes, detail.history])
      expect(list.length).toBeGreaterThan(0);
    const { treatmentId, color, applicationArea } =
      samples.find(({ diseaseId }) => diseaseId === id) ?? {};
    expect(detail.id).toBe(treatmentId);
    expect(detail.protocols[0]).toMatchObject({ color, applicationArea });
  }
});

it('the sample data does not come back', async () => {
  const { call, mongo } = catalog;
  const [{ id = '' } = {}] = (await call(listDiseases, {})).items;
  await call(deleteDisease, { id });
  await seed();
  expect((await call(listDiseases, {})).total).toBe(23);
  expect((await call(listTrash, {})).items).toMatchObject([{ id }]);
  expect((await call(listSampleTreatments, {})).samples).toHaveLength(23);
  await mongo.collection('diseases').deleteMany({});
  await seed();
  expect(await stored()).toBe(0);
  expect((await call(listSampleTreatments, {})).samples).toEqual([]);
});

it('the sample data is finished by the next start where the first one died', async () => {
  await catalog.mongo.collection('markers').updateOne({}, { $set: { finishedAt: null } });
  await seed();
  expect(await stored()).toBe(24);
});

it('the sample data stays out of a database that had diseases before', async () => {
  await catalog.empty();
  await catalog.call(createDisease, { nameEn: 'Own', nameKn: 'ಸ್ವಂತ', category: 'Other' });
  await seed();
  expect(await stored()).toBe(1);
});
