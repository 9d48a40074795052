import { anonymous, eventSpy, startTestService, waitUntil } from '@ctdb/chassis/testing';
import {
  chooseFreeSample,
  deleteDisease,
  diseaseEvents,
  endFreeSample,
  findFreeSample,
  getFreeSample,
  getFreeSampleImage,
  restoreFromTrash,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { notFound, testCatalog, UNKNOWN_ID } from './support/catalog.js';
import { StandInMedia, StandInMediaModule } from './support/stand-in-media.js';

const catalog = testCatalog({ hasSamples: true });
const read = (id = '') => catalog.as(anonymous)(getFreeSample, { id });
const expectMissing = (id = '') => expect(read(id)).rejects.toMatchObject(notFound('disease'));

it('the free sample is one disease, in place of the one before, until it ends or is in the trash', async () => {
  const { call, env } = catalog;
  const spy = await eventSpy(env, diseaseEvents.updated);
  const { sample: firstSample } = await catalog.as(anonymous)(findFreeSample, {});
  const { id } = await catalog.disease({ nameEn: 'Gout' });
  await expect(call(chooseFreeSample, { id })).rejects.toMatchObject(notFound('treatment'));
  await catalog.treatment(id);
  for (const other of [id, UNKNOWN_ID]) await expectMissing(other);
  expect(await call(chooseFreeSample, { id })).toEqual({ replaced: firstSample });
  await expectMissing(firstSample?.id);
  await call(deleteDisease, { id });
  await expectMissing(id);
  await call(restoreFromTrash, { kind: 'disease', id });
  expect((await read(id)).nameEn).toBe('Gout');
  await call(endFreeSample, { id });
  await expectMissing(id);
  await expect(call(endFreeSample, { id })).rejects.toMatchObject(notFound('disease'));
  await waitUntil(() => spy.of(diseaseEvents.updated).length === 2);
  expect(spy.of(diseaseEvents.updated).flatMap(({ payload }) => payload.changes)).toEqual([
    { field: 'freeSample', before: 'Asthma', after: 'Gout' },
    { field: 'freeSample', before: 'Gout', after: '' },
  ]);
});

it('the free sample is shown without notes, history and uploaded images', async () => {
  const media = (await startTestService(StandInMediaModule, catalog.env)).get(StandInMedia);
  const { id: treatmentId, diseaseId: id, ...texts } = await catalog.treatment();
  await catalog.call(chooseFreeSample, { id });
  for (const isSample of [true, false]) media.add(treatmentId, isSample);
  const [drawn, uploaded] = media.of([treatmentId]);
  const { descriptionEn, descriptionKn } = texts;
  const disease = { id, nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', category: 'Respiratory' };
  const text = { descriptionEn, descriptionKn, protocols: [] };
  expect(await read(id)).toEqual({ ...disease, ...text, images: [drawn] });
  const locate = (filename = '') =>
    catalog.as(anonymous)(getFreeSampleImage, { id, filename, size: 'thumb' });
  expect((await locate(drawn?.filename)).getUrl).toContain(drawn?.filename);
  await expect(locate(uploaded?.filename)).rejects.toMatchObject(notFound('image'));
});
