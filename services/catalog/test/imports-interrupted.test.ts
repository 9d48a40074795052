import { serviceUnavailable, toObjectId } from '@ctdb/chassis';
import { waitUntil } from '@ctdb/chassis/testing';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  addNote,
  cancelImport,
  deleteDisease,
  getDisease,
  getImport,
  restoreFromTrash,
  runImport,
  undoImport,
  updateDisease,
} from '@ctdb/contracts';
import { expect, it, vi } from 'vitest';
import { importKey } from '../src/records/import.record.js';
import { ImportJobsRepository } from '../src/transfer/import-jobs.repository.js';
import { ImportWriter } from '../src/transfer/import-writer.js';
import { ImportProcessor } from '../src/transfer/import.processor.js';
import { readTreatment } from './support/catalog.js';
import {
  COUGH,
  csv,
  exportAll,
  idsByName,
  importText,
  namesOf,
  richDisease,
  testImports,
  waitForImport,
} from './support/imports.js';

const catalog = testImports();
const input = { nameKn: 'ಬೇರೆ', category: 'Other', notes: '' } as const;

type Write = 'insert' | 'update' | 'updateAll' | 'delete';

/** Does something in the middle of an import: before the worker's next write of a kind. */
const doBefore = (write: Write, action: () => Promise<unknown>) => {
  type Writes = Record<Write, (...args: unknown[]) => Promise<void>>;
  const writer = catalog.worker.get(ImportWriter) as unknown as Writes;
  const original = writer[write].bind(writer);
  vi.spyOn(writer, write).mockImplementationOnce(async (...args) => {
    await action();
    await original(...args);
  });
};

/** As a person who changes the treatment of a disease. */
const touchTreatment = (diseaseId: string) =>
  catalog.mongo
    .collection('treatments')
    .updateOne({ diseaseId: toObjectId(diseaseId) }, { $inc: { version: 1 } });

it('an import that is cancelled while it runs is undone but for what was changed since, or is changed at the same moment', async () => {
  const { call } = catalog;
  for (const nameEn of ['Again', 'Changed']) await catalog.disease({ nameEn });
  doBefore('insert', async () => {
    const running = await catalog.mongo.collection('imports').findOne({ slot: 'run' });
    await call(cancelImport, { id: String(running?._id) });
  });
  const done = await importText(
    catalog,
    csv(
      'nameEn,nameKn,category,descriptionEn',
      ...['Again', 'Changed', 'Deleted', 'Edited', 'Late'].map((name) => `${name},ಅಸ್ತಮಾ,Skin,`),
      ...['Noted', 'Plain', 'Treated'].map((name) => `${name},ಬೆಳಕು,Skin,Light`),
    ),
  );
  expect(done).toMatchObject({ status: 'cancelled', created: 6, updated: 2 });
  const ids = await idsByName(catalog);
  const idOf = (nameEn: string) => ids.get(nameEn) ?? '';
  const edit = (nameEn: string) => call(updateDisease, { ...input, id: idOf(nameEn), nameEn });
  for (const nameEn of ['Changed', 'Edited']) await edit(nameEn);
  const { id: treatmentId } = await readTreatment(call, idOf('Noted'));
  await call(addNote, { treatmentId, content: 'Better' });
  await call(deleteDisease, { id: idOf('Deleted') });
  doBefore('updateAll', () => edit('Late'));
  doBefore('update', () => edit('Again'));
  doBefore('delete', () => touchTreatment(idOf('Treated')));
  await call(undoImport, { id: done.id });
  const undone = await waitForImport(catalog, done.id);
  const kept = ['Again', 'Changed', 'Deleted', 'Edited', 'Late', 'Noted', 'Treated'];
  expect(undone).toMatchObject({ status: 'undone', undone: 1, kept: kept.length });
  expect(undone.keptDiseases.map(({ nameEn }) => nameEn).sort()).toEqual(kept);
  expect(await namesOf(catalog)).toEqual(kept.filter((nameEn) => nameEn !== 'Deleted'));
  expect(await readTreatment(call, idOf('Noted'))).toMatchObject({ notesCount: 1 });
  expect(await readTreatment(call, idOf('Treated'))).toMatchObject({ descriptionEn: 'Light' });
  await call(restoreFromTrash, { kind: 'disease', id: idOf('Deleted') });
  expect(await namesOf(catalog)).toEqual(kept);
});

it('an import shows a disease at once of which only the treatment was changed meanwhile', async () => {
  const { call } = catalog;
  const { disease } = await richDisease(catalog, 'Fever');
  doBefore('update', () => touchTreatment(disease.id));
  const done = await importText(
    catalog,
    csv(
      'id,nameEn,nameKn,category,notes,descriptionEn',
      `${disease.id},Fever,ಜ್ವರ,Digestive,Rest,Red light`,
    ),
    { losses: 'accepted' },
  );
  expect(done).toMatchObject({ refused: 1, refusals: [{ code: 'CHANGED_MEANWHILE' }] });
  expect(await call(getDisease, { id: disease.id })).toMatchObject({ notes: 'Rest' });
});

it('an import continues where a worker was killed in the middle of a batch', async () => {
  const { call, mongo, service } = catalog;
  const known = await catalog.disease();
  const file = csv(
    'nameEn,nameKn,category,notes,descriptionEn,color,applicationArea,duration,frequency',
    'Asthma,ಅಸ್ತಮಾ,Skin,Rest,Warm light,red,Feet,5 min,daily',
    'Cough,ಕೆಮ್ಮು,Skin,,Warm light,red,Feet,5 min,daily',
  );
  const done = await importText(catalog, file);
  expect(done).toMatchObject({ created: 1, updated: 1, refused: 0 });
  const before = await exportAll(catalog);
  // The worker that has died has stored and made only one of the two changes.
  const diseaseId = toObjectId((await idsByName(catalog)).get('Cough') ?? '');
  await mongo.collection('diseases').deleteOne({ _id: diseaseId });
  await mongo.collection('treatments').deleteOne({ diseaseId });
  await mongo
    .collection('import_changes')
    .updateOne({ 'changes.diseaseId': diseaseId }, { $set: { changes: [] } });
  await service.get(ObjectStore).put(importKey(done.id), Buffer.from(file), 'text/csv');
  const figures = { cursor: 0, created: 0, updated: 0, unchanged: 0, refused: 0 };
  const running = { ...figures, status: 'running', slot: 'run' };
  await catalog.change('imports', done.id, { $set: running, $unset: { seenAt: 1 } });
  // By the interval of the reconciler alone.
  const again = { status: 'completed', created: 1, updated: 1, refused: 0 };
  const isDone = async () => (await call(getImport, { id: done.id })).status === 'completed';
  await waitUntil(isDone, 'no worker continues');
  expect(await call(getImport, { id: done.id })).toMatchObject(again);
  expect(await exportAll(catalog)).toBe(before);
  expect(await call(getDisease, { id: known.id })).toMatchObject({ version: 2 });
  await call(undoImport, { id: done.id });
  expect(await waitForImport(catalog, done.id)).toMatchObject({ undone: 2, kept: 0 });
  expect(await call(getDisease, { id: known.id })).toMatchObject({ category: 'Respiratory' });
});

it('an import leaves nothing behind where its worker slept until another one had undone it', async () => {
  const { call, mongo } = catalog;
  const imports = mongo.collection('imports');
  const checkpoint = vi.spyOn(catalog.worker.get(ImportJobsRepository), 'checkpoint');
  doBefore('insert', async () => {
    const ended = { $inc: { token: 1 }, $set: { status: 'completed' }, $unset: { slot: 1 } };
    const id = String((await imports.findOneAndUpdate({ slot: 'run' }, ended))?._id);
    await call(undoImport, { id });
    expect(await waitForImport(catalog, id)).toMatchObject({ status: 'undone', undone: 1 });
  });
  const rows = ['nameEn,nameKn,category,descriptionEn', 'Late,ತಡ,Skin,Late light'];
  await importText(catalog, csv(...rows));
  // Of the undoing, then of the worker that slept.
  await waitUntil(() => checkpoint.mock.calls.length === 2, 'the batch is not stored');
  const isGone = async () =>
    (await mongo.collection('diseases').countDocuments({ nameEn: 'Late' })) === 0;
  await waitUntil(isGone, 'the batch stays');
  const treatments = mongo.collection('treatments');
  expect(await treatments.countDocuments({ descriptionEn: 'Late light' })).toBe(0);
  expect(await namesOf(catalog)).toEqual([]);
});

it('an import runs after its check, whatever cancelled that too late, with the file that a sweep has left', async () => {
  const { id } = await importText(catalog, COUGH, { dryRun: true });
  const soon = Date.now() + 60_000;
  const late = { isCancelled: true, createdAt: new Date(soon + 1) };
  await catalog.change('imports', id, { $set: late });
  await catalog.worker.get(ImportProcessor).sweep(new Date(soon));
  await catalog.call(runImport, { id });
  expect(await waitForImport(catalog, id)).toMatchObject({ status: 'completed', created: 1 });
});

it('an import waits while the storage is away, without counting that as the death of a worker', async () => {
  const store = catalog.worker.get(ObjectStore);
  const get = store.get.bind(store);
  let takeovers: unknown;
  vi.spyOn(store, 'get')
    .mockRejectedValueOnce(serviceUnavailable())
    .mockImplementationOnce(async (key) => {
      const records = catalog.mongo.collection('imports');
      takeovers = (await records.findOne({ status: 'checking' }))?.['takeovers'];
      return get(key);
    });
  const done = await importText(catalog, COUGH, { dryRun: true });
  expect(done).toMatchObject({ status: 'checked', created: 1 });
  expect(takeovers).toBe(1);
});
