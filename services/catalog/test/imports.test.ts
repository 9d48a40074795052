import { randomUUID } from 'node:crypto';
import { eventSpy } from '@ctdb/chassis/testing';
import { diseaseEvents, diseaseInput, importDiseases, listDiseases } from '@ctdb/contracts';
import { describe, expect, it } from '@jest/globals';
import { testCatalog } from './support/catalog.js';

const catalog = testCatalog();

const part = (name: string, offset: number, length: number) =>
  Array.from({ length }, (_, index) =>
    diseaseInput.parse({ nameEn: `${name} ${offset + index}`, nameKn: 'ಜ್ವರ', category: 'Other' }),
  );
const total = async (search: string) =>
  (await catalog.call(listDiseases, { search, limit: 1 })).total;

describe('an import', () => {
  it('stores each disease once, and publishes one event for all', async () => {
    const importId = randomUUID();
    const spy = await eventSpy(catalog.env, diseaseEvents.imported, diseaseEvents.created);
    const send = (offset: number, length: number, isLast: boolean) =>
      catalog.call(importDiseases, {
        importId,
        offset,
        diseases: part('Imported', offset, length),
        isLast,
      });
    await send(0, 300, false);
    expect(await total('imported')).toBe(300);
    // The answer to the first part was lost.
    await send(0, 300, false);
    await send(300, 20, true);
    await send(300, 20, true);
    expect(await total('imported')).toBe(320);
    const { id } = await catalog.disease();
    await spy.waitFor(diseaseEvents.created);
    expect(spy.of(diseaseEvents.imported).map(({ payload }) => payload)).toEqual([
      { importId, diseases: 320 },
    ]);
    expect(spy.of(diseaseEvents.created).map(({ payload }) => payload.diseaseId)).toEqual([id]);
  });

  it('leaves alone what a person changed since', async () => {
    const importId = randomUUID();
    const request = { importId, offset: 0, diseases: part('Edited', 0, 3), isLast: true };
    await catalog.call(importDiseases, request);
    const [first] = (await catalog.call(listDiseases, { search: 'edited' })).items;
    if (!first) throw new Error('nothing was imported');
    await catalog.mongo
      .collection('diseases')
      .updateOne({ nameEn: first.nameEn }, { $set: { notes: 'by a person' } });
    await catalog.call(importDiseases, request);
    const stored = catalog.mongo.collection('diseases').find({ nameEn: /^Edited/ });
    expect((await stored.toArray()).map(({ notes }) => notes).sort()).toEqual([
      '',
      '',
      'by a person',
    ]);
  });

  it('is for administrators', async () => {
    const pass = catalog.as({ role: 'pass', id: 'p1', plan: 'hourly' });
    const request = { importId: randomUUID(), offset: 0, diseases: part('No', 0, 1), isLast: true };
    await expect(pass(importDiseases, request)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await total('no')).toBe(0);
  });
});
