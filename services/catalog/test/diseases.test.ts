import { Metrics } from '@ctdb/chassis';
import { eventSpy } from '@ctdb/chassis/testing';
import {
  createDisease,
  deleteDisease,
  diseaseEvents,
  getDisease,
  listDiseases,
  updateDisease,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { testCatalog } from './support/catalog.js';

const catalog = testCatalog();
const asthma = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', category: 'Respiratory' } as const;

it('diseases are created, read, changed and deleted', async () => {
  const { call } = catalog;
  const created = await call(createDisease, { ...asthma, nameEn: '  Asthma ', notes: 'Mild' });
  expect(created).toMatchObject({ ...asthma, notes: 'Mild', version: 1 });
  expect(await call(getDisease, { id: created.id })).toEqual(created);

  const changed = await call(updateDisease, { ...asthma, id: created.id, notes: 'Severe' });
  expect(changed).toMatchObject({ id: created.id, notes: 'Severe', version: 2 });
  expect(changed.createdAt).toBe(created.createdAt);
  expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(created.updatedAt));

  expect(await call(deleteDisease, { id: created.id })).toEqual({});
});

it('diseases carry codes and other names, which the search finds and a change without them keeps', async () => {
  const { call, env } = catalog;
  const spy = await eventSpy(env, diseaseEvents.updated);
  const codesWith = (code: string) => [
    { system: 'ICD-10' as const, code },
    { system: 'ICD-11' as const, code: 'CA23' },
  ];
  const codes = codesWith('J45.9');
  const { id } = await call(createDisease, {
    ...asthma,
    alsoKnownAs: 'dammu',
    codes: codesWith('j459'),
  });
  const find = async (search: string) =>
    (await call(listDiseases, { search })).items.map((item) => item.id);
  for (const search of ['J45.9', 'j45', 'ca23', 'dammu']) expect(await find(search)).toEqual([id]);
  expect(await call(updateDisease, { ...asthma, id, notes: 'Mild' })).toMatchObject({
    alsoKnownAs: 'dammu',
    codes,
  });
  const fewer = await call(updateDisease, { ...asthma, id, codes: codes.slice(1) });
  expect(fewer.codes).toEqual(codes.slice(1));
  expect(await find('J45')).toEqual([]);
  const isThird = (event: { payload: { diseaseId: string; version: number } }) =>
    event.payload.diseaseId === id && event.payload.version === 3;
  const { payload } = await spy.waitFor(diseaseEvents.updated, isThird);
  const [before, after] = [['ICD-10 J45.9', 'ICD-11 CA23'], ['ICD-11 CA23']];
  expect(payload.changes).toContainEqual({ field: 'codes', before, after });

  // As an earlier version stored it.
  const old = await catalog.disease({ nameEn: 'Older' });
  await catalog.change('diseases', old.id, { $unset: { codes: 1, alsoKnownAs: 1 } });
  const changed = await call(updateDisease, { ...asthma, id: old.id, nameEn: 'Former' });
  expect(changed).toMatchObject({ codes: [], alsoKnownAs: '' });
});

it('diseases show in a metric how much memory the registry takes', async () => {
  await catalog.disease();
  const metrics = await catalog.service.get(Metrics).metrics();
  expect(metrics).toMatch(/^registry_bytes\{service="catalog"\} [1-9]\d+$/m);
});

it('diseases tell the world what happened to them, long texts as a difference', async () => {
  const { call, env } = catalog;
  const spy = await eventSpy(env, ...Object.values(diseaseEvents));
  const { id } = await catalog.disease();
  await call(updateDisease, { ...asthma, id, notes: 'x'.repeat(5_000) });
  await call(deleteDisease, { id });
  const of = { diseaseId: id, nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ' };
  const mine = ({ payload }: { payload: { diseaseId: string } }) => payload.diseaseId === id;
  const created = await spy.waitFor(diseaseEvents.created, mine);
  expect(created.payload).toMatchObject({ ...of, version: 1 });
  expect(created.actor).toMatchObject({ role: 'admin' });
  const updated = await spy.waitFor(diseaseEvents.updated, mine);
  const difference = [{ kind: 'added', part: 'x'.repeat(5_000) }];
  expect(updated.payload.changes).toEqual([{ field: 'notes', difference }]);
  const deleted = await spy.waitFor(diseaseEvents.deleted, mine);
  expect(deleted.payload).toMatchObject({ ...of, version: 3, changes: [] });
});
